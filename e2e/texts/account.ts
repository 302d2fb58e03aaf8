import type { Page } from 'playwright/test';
import { login } from '#models/contract/auth';
import { updateProfile } from '#models/contract/profile-changes';
import { getUserProfileInfo, type UserProfile } from '#models/contract/profiles';
import { register } from '#models/contract/sign-up';
import { getUserInfo } from '#models/contract/users';
import { me } from './faked.js';
import { exampleOf, no, type Scenario, yes } from './scenario.js';

const profile: UserProfile = { ...exampleOf(getUserProfileInfo), ID: me.ID, Name: me.Name, Email: me.Email, Pending_Email: null };
/** The own profile, whole. */
export const ownProfile = yes(getUserProfileInfo, profile);

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill('layla@uni.example');
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Sign In' }).click();
};

const signUp = async (page: Page): Promise<void> => {
  const typed = {
    'First Name': 'Layla',
    'Last Name': 'Haddad',
    Email: 'layla@uni.example',
    Password: 'password1',
    'Student ID': '2026001',
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Use a drawing' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
};

/** Another name of one's own. */
export const editProfile = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Layla H.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
};

/** Sign-in and sign-up, and what one sets of oneself. */
export const accountScenarios: Scenario[] = [
  {
    name: 'a login that works',
    who: 'visitor',
    at: '/login',
    answers: [yes(login, 'token', { after: 400 }), yes(getUserInfo, me)],
    act: signIn,
    shows: ['Create New Account', 'Signing in...', 'Welcome back!'],
  },
  {
    name: 'a login with nothing typed, then with half an address',
    who: 'visitor',
    at: '/login',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByLabel('Email', { exact: true }).fill('layla');
      await page.getByRole('button', { name: 'Sign In' }).click();
    },
    shows: ['Email is required', 'Email is invalid', 'Password is required'],
  },
  {
    name: 'a login whose answer says nothing of its own',
    who: 'visitor',
    at: '/login',
    answers: [no(login, 'wrong_credentials')],
    act: signIn,
    shows: ['Invalid email or password'],
  },
  {
    name: 'a login whose answer is no token',
    who: 'visitor',
    at: '/login',
    answers: [yes(login, '')],
    act: signIn,
    shows: ['Invalid login response'],
  },
  {
    name: 'a sign-up with nothing typed, then with too short a password',
    who: 'visitor',
    at: '/signup',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Create Account' }).click();
    },
    shows: [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Password is required',
      'Password must be at least 8 characters',
      'Student ID is required',
      'Photo URL is required',
      'You must agree to the terms',
    ],
  },
  {
    name: 'a sign-up that works',
    who: 'visitor',
    at: '/signup',
    answers: [yes(register, exampleOf(register), { after: 400 })],
    act: signUp,
    shows: ['Creating Account...', 'Account created successfully! Please log in.'],
  },
  {
    name: 'a sign-up with an address that is in use',
    who: 'visitor',
    at: '/signup',
    answers: [no(register, 'registration_conflict')],
    act: signUp,
    shows: ['Registration failed. Email may already be in use.'],
  },
  {
    name: 'the own profile, edited',
    who: 'member',
    at: '/account',
    answers: [ownProfile, yes(updateProfile, { ...profile, Name: 'Layla H.', version: profile.version + 1 })],
    act: editProfile,
    shows: [
      'Edit',
      'Share',
      'Profile',
      'Notifications',
      'Privacy',
      'Edit Profile',
      'Cancel',
      'Save Changes',
      'Profile updated successfully',
    ],
  },
  {
    name: 'the own profile, where saving fails',
    who: 'member',
    at: '/account',
    answers: [ownProfile, no(updateProfile, 'internal')],
    act: editProfile,
    shows: ['Failed to update profile'],
  },
  {
    name: 'the own profile of who is here since nobody knows when',
    who: 'member',
    at: '/account',
    answers: [yes(getUserProfileInfo, { ...profile, Create_Date: '' })],
    shows: ['Recently'],
  },
];
