import * as z from 'zod/mini';
import { call } from './define.js';
import { nothing, nullable } from './parts.js';

const feature = 'sso';

/** Path that sends the browser to the university's login; `to` is the page of the app to open afterwards. */
export const ssoPath = '/auth/sso';
/** Path to which the provider sends the browser back, and path of its logout tokens. */
export const ssoCallbackPath = '/auth/sso/callback';
export const ssoLogoutPath = '/auth/sso/logout';
/** SAML: the address that gets the provider's answers, the step after it, the address of its logouts, and Nadi's metadata. */
export const samlCallbackPath = '/auth/sso/saml';
export const samlReturnPath = '/auth/sso/saml/return';
export const samlLogoutPath = '/auth/sso/saml/logout';
export const samlMetadataPath = '/auth/sso/saml/metadata';

export const getLoginMethods = call({
  name: 'getLoginMethods',
  feature,
  method: 'GET',
  path: '/auth/methods',
  auth: 'none',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({
    /** The university's login; null where it is not set up. */
    sso: nullable(z.object({ name: z.string() })),
    /** Whether accounts with a password can be created and used. */
    passwords: z.boolean(),
  }),
  summary: 'How one can log in here.',
});

export const finishSso = call({
  name: 'finishSso',
  feature,
  method: 'POST',
  path: '/auth/sso/session',
  auth: 'none',
  policy: null,
  rate: 'signIn',
  status: 200,
  input: nothing,
  data: z.object({ token: z.string(), to: z.string() }),
  summary: 'Sign in after the university’s login, by the cookie that it left; `to` is the page to open.',
  errors: ['sso_expired', 'suspended', 'second_factor_needed'],
});
