import type { ExportList } from '@kantor/contract/plain/exports.ts';
import { lazyLater } from '@/shared/lib/lazy-later';
import type { FileProps } from '@/shared/list/use-list';

export interface TakeFileProps extends FileProps {
  list: ExportList;
  /** Whose list it is, where that is a part of its address. */
  object?: string;
  /** Where what is asked of the server is not what the address says. */
  toFilters?: ((query: object) => object) | undefined;
}

/** «Скачать», loaded after the screen. */
export const TakeFile = lazyLater<TakeFileProps>(() => import('./take-file'));

/** That of a list. */
export const fileOf = (list: ExportList, toFilters?: TakeFileProps['toFilters']) => (props: FileProps) => (
  <TakeFile list={list} toFilters={toFilters} {...props} />
);
