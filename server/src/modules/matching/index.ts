export { type HeardMessage, receiveMessages } from './service.ts';
