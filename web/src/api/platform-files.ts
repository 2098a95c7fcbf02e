import type { Route } from '@kantor/contract/plain/routes.ts';
import { api } from './api';
import { request } from './ask';

interface Asked {
  route: Route;
  /** Of the account whose list it is; a list of everybody has none. */
  id?: string | undefined;
  /** The filters. */
  params: object;
}

/** A file in this browser, under an address that whoever asked lets go again. */
interface File {
  name: string;
  url: string;
}

async function fileOf(response: Response): Promise<File> {
  const [, name = 'list.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, url: URL.createObjectURL(await response.blob()) };
}

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All pages of a list. */
    exportList: build.mutation<File, Asked>({
      query: ({ route, id, params }) =>
        request(route, {
          ...(id !== undefined && { id }),
          params,
          responseHandler: (response) => (response.ok ? fileOf(response) : response.json()),
        }),
    }),
  }),
});

export const { useExportListMutation } = filesApi;
