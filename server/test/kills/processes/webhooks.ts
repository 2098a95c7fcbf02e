import { startDelivery } from '../../webhooks/webhook-delivery.ts';
import type { Job } from './process.ts';

const run: Job = (db, [now = '', trusted = '', secret = '']) =>
  startDelivery({ db, clock: () => new Date(now) }, { trusted, secret }).deliverShown();
export default run;
