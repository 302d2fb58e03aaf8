import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { login, loginByQuery, logout } from '#models/contract/auth';
import { register } from '#models/contract/sign-up';
import { getUserInfo } from '#models/contract/users';
import { Sessions } from '#models/db/sessions';
import { Users } from '#models/db/users';

const test = setUpTestApp();

const person = { name: 'Rand Tarawneh', email: 'Rand@uni.example', password: 'knafeh-2026', student_id: 'S-1', photo: 'drawn' };

describe('registering', () => {
  it('makes an account that can sign in and get its data', async () => {
    const made = await test.call(register, person);
    expect([made.status, made.data.Verified]).toEqual([201, true]);
    const { status, data: token } = await test.call(login, { email: 'rand@UNI.example', password: person.password });
    expect(status).toBe(200);
    const me = await test.call(getUserInfo, {}, token);
    expect(me.data).toMatchObject({ Name: person.name, Email: person.email, Role: 'user', Image: '', Verified: true });
  });

  it('stores neither the password nor the token in plain text', async () => {
    const { data: token } = await test.call(login, { email: person.email, password: person.password });
    const stored = JSON.stringify([await Users.find().lean(), await Sessions.find().lean()]);
    expect(stored).not.toContain(person.password);
    expect(stored).not.toContain(token);
  });

  it.each([
    ['the same e-mail in other letters', { ...person, email: 'RAND@uni.example', student_id: 'S-2' }],
    ['the same student id', { ...person, email: 'other@uni.example' }],
  ])('refuses %s with 409', async (_name, input) => {
    const { status, error } = await test.call(register, input);
    expect([status, error.error_message]).toEqual([409, 'Registration failed. Email may already be in use.']);
  });

  it.each([
    ['name', '', 'Name is required'],
    ['email', '', 'Email is required'],
    ['email', 'not-an-address', 'Email is invalid'],
    ['password', '', 'Password is required'],
    ['password', 'short', 'Password must be at least 8 characters'],
    ['student_id', ' ', 'Student ID is required'],
    ['photo', '', 'Photo URL is required'],
  ])('refuses %s %j under the field', async (field, value, text) => {
    const { status, error } = await test.call(register, { ...person, [field]: value });
    expect([status, error.code, error.fields?.[field]]).toEqual([400, 'validation_failed', text]);
  });
});

describe('signing in', () => {
  it.each([
    ['a wrong password', { email: person.email, password: 'wrong-password' }],
    ['an unknown address', { email: 'nobody@uni.example', password: person.password }],
  ])('refuses %s with the same message', async (_name, input) => {
    const { status, error } = await test.call(login, input);
    expect([status, error.error_message]).toEqual([401, 'Invalid email or password']);
  });

  it('works by query, for old clients', async () => {
    const { status, data } = await test.call(loginByQuery, { email: person.email, password: person.password });
    expect([status, typeof data]).toEqual([200, 'string']);
  });

  it('refuses a suspended account, and ends its tokens', async () => {
    await test.call(register, { ...person, email: 'gone@uni.example', student_id: 'S-9' });
    const { data: token } = await test.call(login, { email: 'gone@uni.example', password: person.password });
    await Users.updateOne({ emailFolded: 'gone@uni.example' }, { $set: { suspendedAt: new Date() } });
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    expect((await test.call(login, { email: 'gone@uni.example', password: person.password })).status).toBe(403);
  });
});

describe('the token', () => {
  const answerTo = async (path: string, init: RequestInit = {}) => (await fetch(`${test.url}${path}`, init)).status;

  it('is read from the header and the query', async () => {
    const { data: token } = await test.call(login, { email: person.email, password: person.password });
    expect(await answerTo('/users/get_user_info', { headers: { authorization: `Bearer ${token}` } })).toBe(200);
    expect(await answerTo(`/users/get_user_info?token=${token}`)).toBe(200);
  });

  it('is refused when it is missing, wrong or revoked', async () => {
    expect(await answerTo('/users/get_user_info')).toBe(401);
    expect(await answerTo('/users/get_user_info?token=wrong')).toBe(401);
    expect(await answerTo('/posts/get_all_posts?token=wrong')).toBe(401);
    const { data: token } = await test.call(login, { email: person.email, password: person.password });
    expect((await test.call(logout, {}, token)).status).toBe(200);
    expect(await answerTo(`/users/get_user_info?token=${token}`)).toBe(401);
  });
});
