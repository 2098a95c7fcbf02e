/** Addresses to which others' applications post a phone's messages, each in its own form. */
export const FORWARDER_PATHS = {
  /** SMS Gateway for Android: https://github.com/capcom6/android-sms-gateway */
  sms_gateway: '/sms-gateway/:device',
  /** SmsForwarder: https://github.com/pppscn/SmsForwarder */
  sms_forwarder: '/sms-forwarder/:device',
} as const;

/**
 * The template of SmsForwarder's posts, in one line as its field has one. It signs the time with the key; the sign covers
 * nothing else.
 */
export const SMS_FORWARDER_TEMPLATE =
  '{"from":"[from]","title":"[title]","text":"[org_content]",' +
  `"received":"[receive_time:yyyy-MM-dd'T'HH:mm:ssZ]","timestamp":"[timestamp]","sign":"[sign]"}`;
