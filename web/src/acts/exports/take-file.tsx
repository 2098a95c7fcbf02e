import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '@/session/may';
import { useRole } from '@/session/use-user';
import type { TakeFileProps } from './file-of';
import { useTexts } from './texts';

const FileDialog = lazy(() => import('./file-dialog'));

/** Takes all that a list shows, every page of it, away as a file: of the platform's people not everybody does. */
export default function TakeFile({ toFilters = (query) => query, query, ...list }: TakeFileProps) {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const ofPlatform = useMay('platform.export');
  if (useRole() === 'operator' && !ofPlatform) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('exports:take')}
      </Button>
      {isOpen && (
        <Suspense>
          <FileDialog {...list} filters={filtersOf(toFilters(query))} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A file has all pages, from the newest on. */
const PAGES = new Set(['page', 'page_size', 'before']);

const filtersOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      PAGES.has(name) || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
