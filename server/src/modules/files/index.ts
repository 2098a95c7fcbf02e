export { fileRoutes } from './routes.ts';
export { createFiles, type Files } from './service/files.ts';
export { diskStore, type FileStore } from './store/disk.ts';
export { insertFile } from './store/rows.ts';
