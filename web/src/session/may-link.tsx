import type { Right } from '@kantor/contract/plain/rights.ts';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { May } from './may';

/** A list's button that leads to a form, for those who may send it. */
export const mayLink = (right: Right, to: string, label: (t: TFunction) => string): ComponentType =>
  function MayLink() {
    const { t } = useTranslation();
    return (
      <May right={right}>
        <Button component={Link} to={to}>
          {label(t)}
        </Button>
      </May>
    );
  };
