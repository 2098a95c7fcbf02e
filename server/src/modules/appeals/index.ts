export { confirmAppeal, declineAppeal, openAppeal } from './service.ts';
