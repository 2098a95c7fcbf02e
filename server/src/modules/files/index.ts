export { deleteDroppedFiles } from './jobs.ts';
export { fileRoutes } from './routes.ts';
export { type StoredFile, type UploadTerms, USUAL_UPLOADS } from './rules.ts';
export { checkFiles } from './service/check.ts';
export { createSweep } from './service/sweep.ts';
export { createFiles, type Files, type LinkFile, type LinkHolder } from './service/files.ts';
export { diskStore, type FileStore } from './store/disk.ts';
export { dropFile, insertFile } from './store/rows.ts';
