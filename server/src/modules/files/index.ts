export { diskStore, type FileStore } from './disk.ts';
export { fileRoutes } from './routes.ts';
export { createFiles, type Files, insertFile } from './service.ts';
