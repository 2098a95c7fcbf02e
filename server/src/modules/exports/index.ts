export { createExportRunner, sweepExports } from './jobs.ts';
export { exportRoutes, serverExportRoutes } from './routes.ts';
export { exportDisk } from './store/disk.ts';
export { openExportHome } from './store/home.ts';
