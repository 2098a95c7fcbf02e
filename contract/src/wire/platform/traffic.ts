import { MAX_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-actions.ts';
import { text } from '../call.ts';
import { actionCalls } from './action.ts';

const reason = text(MAX_LENGTH.rejection);

export const stopTraffic = actionCalls(routes.stopTraffic, {
  summary: 'Выключить трафик трейдера или мерчанта',
  fields: { reason },
  refusals: { platform_account: 409, stopped_already: 409 },
});

export const allowTraffic = actionCalls(routes.allowTraffic, {
  summary: 'Разрешить трафик',
  fields: { reason },
  refusals: { not_stopped: 409 },
});
