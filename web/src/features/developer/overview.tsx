import { Endpoint } from './endpoint';
import { Limits } from './limits';
import classes from './webhooks.module.css';

/** Where webhooks go, and what the merchant's server may take. */
export function Component() {
  return (
    <div className={classes.settings}>
      <Endpoint />
      <Limits />
    </div>
  );
}
