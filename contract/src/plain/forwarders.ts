/** Addresses to which others' applications post a phone's messages, each in its own form. */
export const FORWARDER_PATHS = {
  /** SMS Gateway for Android: https://github.com/capcom6/android-sms-gateway */
  sms_gateway: '/sms-gateway/:device',
  /** SmsForwarder: https://github.com/pppscn/SmsForwarder */
  sms_forwarder: '/sms-forwarder/:device',
  /** Any application that can post, with its secret in a header. */
  any_app: '/any/:device',
} as const;

/** The same with the secret in the address, for an application that has no headers. */
export const ANY_APP_SECRET_PATH = '/any/:device/:secret';

/** The names that a field of such a post may have, by its meaning; case, `_` and `-` say nothing. */
export const ANY_APP_FIELDS = {
  /** A notification's application, by its package. */
  app: ['app', 'application', 'package', 'packagename', 'pkg'],
  /** An SMS's sender. */
  from: ['from', 'sender', 'number', 'originator', 'address'],
  title: ['title', 'nottitle', 'antitle', 'subject'],
  text: ['text', 'message', 'body', 'msg', 'content', 'nottext', 'smsbody'],
  time: ['time', 'timestamp', 'date', 'receivedat', 'receivedstamp'],
} as const;
export type AnyAppField = keyof typeof ANY_APP_FIELDS;

/** Names of JSON fields that applications add, of three letters or more: a sender's name has no room for them. */
export const ANY_APP_IGNORED = ['sim', 'simslot', 'sentstamp', 'device', 'devicename', 'battery', 'version'] as const;

/** The sender, or the text, of a post that only says that the phone is online. */
export const ANY_APP_PING = 'kantor-ping';

/**
 * The template of SmsForwarder's posts, in one line as its field has one. It signs the time with the key; the sign covers
 * nothing else. Whatever an outsider writes goes through the application's JSON writer: `{{FROM}}` does, `[from]` does not,
 * `[title]` and `[org_content]` do, and come after it. `v` tells this template from the first one; `uid` is `0` unless an
 * application of the phone speaks: an SMS may have a package's name.
 */
export const SMS_FORWARDER_TEMPLATE =
  '{"v":"2","from":"{{FROM}}","uid":"{{UID}}","title":"[title]","text":"[org_content]",' +
  `"received":"[receive_time:yyyy-MM-dd'T'HH:mm:ssZ]","timestamp":"[timestamp]","sign":"[sign]"}`;

/** The fields of the template, and of the first one, in the order in which they are posted. */
export const SMS_FORWARDER_FIELDS = ['v', 'from', 'uid', 'title', 'text', 'received', 'timestamp', 'sign'] as const;
export const SMS_FORWARDER_FIRST_FIELDS = ['from', 'title', 'text', 'received', 'timestamp', 'sign'] as const;
