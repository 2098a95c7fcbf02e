import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { FIGURES_OF, RADAR_FIGURES, RADAR_ROLES, type RadarFigure } from '@kantor/contract/plain/radar.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getRadar } from '@/api/platform-radar';
import { listScreen } from '@/shared/list/list-screen';
import { SearchField } from '@/shared/list/search-field';
import type { ListParams } from '@/shared/list/use-list-params';
import { paths } from '@/shared/lib/paths';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { ChevronDownIcon } from '@/shared/ui/icons';
import { Legend } from './legend';
import { radarColumns } from './radar-columns';
import classes from './radar.module.css';
import { texts, useTexts } from './texts';

const ROLES = ['ALL', ...RADAR_ROLES] as const;
const STATES = ['ALL', 'CROSSED'] as const;
const FILTERS = { role: 'ALL', status: 'ALL', sort: 'worst', search: '' };

/** Of one role, or of all. */
const figuresOf = ({ filters }: ListParams<typeof FILTERS>): readonly RadarFigure[] => {
  const role = RADAR_ROLES.find((each) => each === filters.role);
  return role === undefined ? RADAR_FIGURES : FIGURES_OF[role];
};

function Toolbar({ list }: { list: ListParams<typeof FILTERS> }) {
  const t = useTexts();
  const { role, status, sort, search } = list.filters;
  return (
    <div className={classes.filters}>
      <FilterButtons
        label={t('radar:role')}
        value={role}
        options={ROLES.map((value) => ({ value: value as string, label: t(`radar:roles.${value}`) }))}
        // Figures are of one role.
        onChange={(value) => list.setFilters({ role: value, sort: 'worst' })}
      />
      <FilterButtons
        label={t('radar:show')}
        value={status}
        options={STATES.map((value) => ({ value: value as string, label: t(`radar:states.${value}`) }))}
        onChange={(value) => list.setFilters({ status: value })}
      />
      <NativeSelect
        label={t('radar:sort')}
        rightSection={<ChevronDownIcon width={16} />}
        value={sort}
        onChange={({ currentTarget }) => list.setFilters({ sort: currentTarget.value })}
      >
        <option value="worst">{t('radar:worst')}</option>
        {figuresOf(list).map((figure) => (
          <option key={figure} value={figure}>
            {t(`radar:figure.${figure}`)}
          </option>
        ))}
      </NativeSelect>
      <SearchField
        label={t('radar:search')}
        value={search}
        onChange={(text) => list.setFilters({ search: text }, { replace: true })}
      />
    </div>
  );
}

export const { Component, preload } = listScreen({
  name: 'radar',
  call: getRadar,
  file: fileOf('platform_radar'),
  pageSize: 30,
  filters: FILTERS,
  allowed: { role: [...ROLES], status: [...STATES], sort: ['worst', ...RADAR_FIGURES] },
  columns: () => radarColumns(texts),
  row: { path: paths.platformAccount },
  toolbar: (list) => <Toolbar list={list} />,
  below: (_page, list) => <Legend figures={figuresOf(list)} />,
});
