import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSociety } from '#models/contract/society-creation';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import NewSocietyPage from '@/pages/new-society-page';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';

const areas = ['societies', 'society-form', 'create-society'];
const name = 'Debate Circle';
const description = 'We argue kindly, every Tuesday evening.';

beforeAll(async () => {
  await i18n.loadNamespaces(areas);
  await connectSocket();
});
beforeEach(() => {
  sessionStorage.clear();
  useSession.setState({ status: 'in', user: aUser() });
});

function open() {
  return show(
    <Routes>
      <Route path="/societies/new" element={<NewSocietyPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: '/societies/new' },
  );
}
type User = ReturnType<typeof open>['user'];

const field = (label: string | RegExp) => screen.getByRole('textbox', { name: label });
const write = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (user: User, words: string) => user.click(screen.getByRole('button', { name: words }));
const choose = (category: string) => fireEvent.change(screen.getByRole('combobox', { name: /Category/ }), { target: { value: category } });
const isOpen = (title: string) => screen.queryByRole('heading', { level: 2, name: title }) !== null;
const sent = () => requests.filter(({ path }) => path === createSociety.path);

function fillBasics() {
  write(/Society name/, name);
  write(/Description/, description);
  choose('Academic');
}
async function openFilled() {
  const view = open();
  fillBasics();
  await press(view.user, 'Next Step');
  await press(view.user, 'Next Step');
  return view;
}

describe('society wizard', () => {
  it('shows the errors of each step in the words of the specification, until the field is corrected', async () => {
    const { user } = open();
    await press(user, 'Next Step');
    for (const text of ['Society name is required', 'Description is required', 'Category is required'])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(field(/Society name/));
    write(/Society name/, 'De');
    expect(screen.queryByText('Society name is required')).toBeNull();
    write(/Description/, 'Too short.');
    choose('Political');
    expect(screen.getByText(/the member list starts hidden/)).toBeDefined();
    await press(user, 'Next Step');
    expect(screen.getByText('Society name must be at least 3 characters')).toBeDefined();
    expect(screen.getByText('Description must be at least 20 characters')).toBeDefined();
    expect(screen.getByText('10/500')).toBeDefined();
    fillBasics();
    await user.type(field(/Society name/), '{Enter}');
    expect(isOpen('Details & Media')).toBe(true);
    write('Contact email', 'nobody');
    write('Website', 'debate.example');
    await press(user, 'Next Step');
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(screen.getByText('Please enter a valid website URL')).toBeDefined();
    expect(document.activeElement).toBe(field('Contact email'));
    await press(user, 'Previous');
    expect(field(/Society name/)).toHaveProperty('value', name);
    expect(sent()).toEqual([]);
  });

  it('sends all values in one request, and opens the new society', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    const id = newId();
    onCall(createSociety, () => answer.promise);
    const { user, place } = open();
    fillBasics();
    await press(user, 'Next Step');
    await press(user, 'Workshop');
    await user.type(field('Your own tag'), 'Rhetoric{Enter}');
    expect(screen.getByRole('button', { name: 'Rhetoric' }).getAttribute('aria-pressed')).toBe('true');
    write('Rules', 'Listen first.');
    write('Contact email', ' debate@uni.example ');
    write('Website', 'https://debate.example');
    await press(user, 'Next Step');
    expect(within(screen.getByRole('region', { name: 'How people will see it' })).getByText(name)).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    await user.click(screen.getByRole('switch', { name: 'Admins approve new members' }));
    await press(user, 'Create Society');
    const busy = screen.getByRole('button', { name: 'Creating Society...' });
    await user.click(busy);
    expect(await screen.findByText('Creating new society...')).toBeDefined();
    answer.give(yes(createSociety, id));
    expect(await screen.findByText('Society has been created')).toBeDefined();
    await waitFor(() => expect(place()).toBe(`/societies/${id}`));
    expect(sent().map(({ body }) => body)).toEqual([
      {
        name,
        description,
        category: 'Academic',
        visibility: 'private',
        image: '',
        joinApproval: false,
        tags: ['Workshop', 'Rhetoric'],
        rules: 'Listen first.',
        contactEmail: 'debate@uni.example',
        website: 'https://debate.example',
      },
    ]);
    expect(sessionStorage.length).toBe(0);
  });

  it('shows a taken name under its field', async () => {
    const answer = deferred<ReturnType<typeof no>>();
    onCall(createSociety, () => answer.promise);
    const { user } = await openFilled();
    await press(user, 'Create Society');
    await screen.findByText('Creating new society...');
    answer.give(no(409, 'name_taken', 'A society with this name already exists.'));
    expect(await screen.findByText('A society with this name already exists.')).toBeDefined();
    await isShown();
    expect(isOpen('Basic Information')).toBe(true);
    expect(document.activeElement).toBe(field(/Society name/));
    expect(screen.queryByText('Something went wrong while creating the society')).toBeNull();
  });

  it('repeats an unanswered request with the same idempotency key', async () => {
    onCall(createSociety, () => 'offline');
    const { user } = await openFilled();
    await press(user, 'Create Society');
    expect(await screen.findByText('Something went wrong while creating the society')).toBeDefined();
    onCall(createSociety, () => yes(createSociety, newId()));
    await press(user, 'Create Society');
    expect(await screen.findByText('Society has been created')).toBeDefined();
    const keys = sent().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('restores its draft after a login, and asks before discarding it', async () => {
    const first = open();
    write(/Society name/, name);
    first.unmount();
    const { user, place } = open();
    expect(field(/Society name/)).toHaveProperty('value', name);
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard this society?' }));
    await user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(place()).toBe('/societies'));
    expect(sessionStorage.length).toBe(0);
  });

  describeFailures('creating a society', {
    call: createSociety,
    open: openFilled,
    act: (user) => press(user, 'Create Society'),
    afterwards: () => expect(screen.getByRole('button', { name: 'Create Society' })).toBeDefined(),
    text: 'Something went wrong while creating the society',
  });
});

it('the society wizard shows a notice to users without a verified address', () => {
  useSession.setState({ status: 'in', user: aUser({ Verified: false }) });
  open();
  expect(screen.getByText('Please verify your email address first')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Next Step' })).toBeNull();
});

it('the society wizard is shown in Arabic', async () => {
  await chooseLanguage('ar');
  await i18n.loadNamespaces(areas);
  const { user } = open();
  expect(screen.getByRole('heading', { level: 1, name: 'إنشاء نادٍ جديد' })).toBeDefined();
  await press(user, 'الخطوة التالية');
  expect(screen.getByRole('option', { name: 'ريادة أعمال' })).toBeDefined();
  await chooseLanguage('en');
});
