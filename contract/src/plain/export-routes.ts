// Lists as files. Whose a list is, and who may take it away, is asked of the list.
export const createExport = { method: 'POST', path: '/exports/', right: 'signed_in' } as const;
export const listExports = { method: 'GET', path: '/exports/', right: 'signed_in' } as const;
export const getExport = { method: 'GET', path: '/exports/:id/', right: 'signed_in' } as const;
export const stopExport = { method: 'POST', path: '/exports/:id/stop/', right: 'signed_in' } as const;

/** Where the file itself is: no call, but what a signed link leads to. */
export const EXPORT_FILE_PATH = '/exports/:id/file/';
