import { getWebhookEndpoints } from '@/api/webhooks';
import { type Preload, PRELOAD } from '@/shared/lib/query-call';
import { Endpoints } from './endpoints';
import { Limits } from './limits';
import classes from './webhooks.module.css';

export const preload: Preload = () => getWebhookEndpoints.initiate(undefined, PRELOAD);

/** Where webhooks go and how they arrive, and what the merchant's server may take. */
export function Component() {
  return (
    <div className={classes.settings}>
      <Endpoints />
      <Limits />
    </div>
  );
}
