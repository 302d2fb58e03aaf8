import type { User } from '#models/contract/users';

let made = 0;

/** An id as the server makes them. */
export const newId = (): string => (++made).toString(16).padStart(24, '0');

export const aUser = (fields: Partial<User> = {}): User => ({
  ID: newId(),
  Name: 'Layla Haddad',
  Email: 'layla@uni.example',
  Role: 'user',
  Image: '',
  Locale: null,
  Verified: true,
  ...fields,
});
