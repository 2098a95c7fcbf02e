import type { Forwarder } from '@/api/cabinets';

/** The applications that the guide knows; those after the second speak by a secret alone. */
export const APPLICATIONS = ['smsGateway', 'smsForwarder', 'macrodroid', 'tasker', 'plain', 'iphone'] as const;
export type Application = (typeof APPLICATIONS)[number];

/** The form in which an application posts. */
export const forwarderOf = (application: Application): Forwarder =>
  application === 'smsGateway' ? 'sms_gateway' : application === 'smsForwarder' ? 'sms_forwarder' : 'any_app';
