import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { getComments } from '#models/contract/comments';
import { resolveReport } from '#models/contract/reports';
import { searchAll } from '#models/contract/search';
import { getSocietiesByUser } from '#models/contract/societies';
import { createTicket, getContact } from '#models/contract/support';
import ReportDialog from '@/components/report-dialog';
import { ProfileForm } from '@/features/account/profile-form';
import SuspendDialog from '@/features/admin/suspend-dialog';
import { SignupForm } from '@/features/auth/signup-form';
import { EditEvent } from '@/features/event-form/edit-event';
import { EventWizard } from '@/features/event-form/event-wizard';
import CancelDialog from '@/features/events/event-page/cancel-dialog';
import { AskForm } from '@/features/events/questions/ask-form';
import InviteDialog from '@/features/members/invite-dialog';
import { CommentForm } from '@/features/posts/comment-form';
import ComposerForm from '@/features/posts/composer-form';
import EditPostDialog from '@/features/posts/edit-post-dialog';
import { Decision } from '@/features/reports/decision';
import { SocietyWizard } from '@/features/societies/create/society-wizard';
import JoinDialog from '@/features/societies/join-dialog';
import { Settings } from '@/features/societies/settings/settings';
import { ContactForm } from '@/features/support/contact-form';
import { ReplyForm } from '@/features/support/reply-form';
import { readDraft, saveDraft } from '@/lib/drafts';
import { i18n } from '@/lib/i18n';
import { signOut, useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import { serveSeries } from './fake-series';
import { no, onCall, yes } from './fake-server';
import { connectSocket } from './fake-socket';
import { aPost, aSociety, aUser, newId } from './fixtures';
import { anOwnProfile } from './own-profile-fixtures';
import { anAccount, aReport, aTicket } from './people-fixtures';
import { show } from './render';
import { anEvent, asMember } from './society-fixtures';

const layla = aUser();
const society = asMember(aSociety(), 'admin');
const ids = { society: society.ID, post: newId() };
const event = anEvent();
const post = aPost();
const ticket = aTicket();
const done = () => {};
const words = 'Typed before the page was loaded anew';

interface Form {
  what: string;
  form: ReactElement;
  field: string;
  /** Inline forms restore a draft without a note. */
  isQuiet?: boolean;
}
const forms: Form[] = [
  { what: 'a new event', form: <EventWizard societyId={ids.society} />, field: 'Event title' },
  { what: 'an event that is edited', form: <EditEvent event={event} onSaved={done} />, field: 'Event title' },
  {
    what: 'a post',
    form: <ComposerForm societies={[{ id: ids.society, name: 'Robotics' }]} onDone={done} />,
    field: "What's on your mind?",
  },
  {
    what: "a post on a society's page",
    form: <ComposerForm isFixed societies={[{ id: ids.society, name: 'Robotics' }]} onDone={done} />,
    field: "What's on your mind?",
  },
  { what: 'a post that is edited', form: <EditPostDialog post={post} onClose={done} />, field: 'Text' },
  { what: 'a comment', form: <CommentForm postId={ids.post} me={layla} />, field: 'Write a comment', isQuiet: true },
  { what: 'a question about an event', form: <AskForm eventId={event.ID} />, field: 'Ask the organizers', isQuiet: true },
  { what: 'a question to support', form: <ContactForm />, field: 'Subject' },
  { what: 'an answer in a ticket', form: <ReplyForm request={ticket} isSupport={false} />, field: 'Your reply to', isQuiet: true },
  { what: 'a sign-up', form: <SignupForm />, field: 'First Name' },
  { what: 'a new society', form: <SocietyWizard />, field: 'Society name' },
  { what: "a society's settings", form: <Settings society={society} />, field: 'Description' },
  { what: 'the own profile', form: <ProfileForm profile={anOwnProfile()} onDone={done} />, field: 'Name' },
  {
    what: 'a report',
    form: <ReportDialog kind="post" id={ids.post} texts={{ title: 'Report' }} onClose={done} />,
    field: 'What is wrong with it?',
    isQuiet: true,
  },
  {
    what: 'an answer to the question of a society',
    form: <JoinDialog id={ids.society} name="Robotics" question="Why?" send={async () => true} onClose={done} />,
    field: 'Your answer',
    isQuiet: true,
  },
  {
    what: 'why an account is suspended',
    form: <SuspendDialog account={anAccount()} onClose={done} />,
    field: 'Reason',
    isQuiet: true,
  },
  { what: 'why an event is cancelled', form: <CancelDialog event={event} onClose={done} />, field: 'Reason', isQuiet: true },
  { what: 'who is to be invited', form: <InviteDialog society={society} onClose={done} />, field: 'Name or email', isQuiet: true },
];

/** Simulates a reload: clears memory, leaves the browser's storage. */
function reload(): void {
  cleanup();
  clearUserState();
}
const valueIn = async (field: string): Promise<string> => {
  const found = await waitFor(() => {
    const [first] = screen.getAllByLabelText(new RegExp(`^${field.replace('?', '\\?')}`));
    return first as HTMLInputElement;
  });
  return found.value;
};
async function type(field: string, text = words): Promise<void> {
  await valueIn(field);
  const [input] = screen.getAllByLabelText(new RegExp(`^${field.replace('?', '\\?')}`));
  fireEvent.change(input as HTMLElement, { target: { value: text } });
}

beforeAll(async () => {
  await i18n.loadNamespaces([
    ...['posts', 'events', 'event', 'event-form', 'support', 'society', 'societies', 'society-form', 'society-settings', 'create-society'],
    ...['account', 'members', 'moderation', 'join-requests', 'questions'],
  ]);
  await connectSocket();
});
beforeEach(() => {
  saveToken('good', true);
  useSession.setState({ status: 'in', user: layla });
  for (const call of [getComments, getSocietiesByUser]) onCall(call, () => yes(call as typeof getComments, [], { next: null }));
  onCall(getContact, () => yes(getContact, { email: 'help@uni.example', time_zone: 'Asia/Amman' }));
  onCall(searchAll, () => ({ status: 200, body: { data: {} } }));
  serveSeries();
  onCall(logout, () => yes(logout, {}));
});

describe.each(forms)('$what', ({ form, field, isQuiet }) => {
  it('restores its draft after a reload, with a note', async () => {
    show(form);
    await type(field);
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain(words));
    reload();
    show(form);
    expect(await valueIn(field)).toBe(words);
    expect(screen.queryByText(/Your draft has been restored/) === null).toBe(Boolean(isQuiet));
  });

  it('never shows its draft to another user, and deletes it at sign-out', async () => {
    show(form);
    await type(field);
    reload();
    useSession.setState({ status: 'in', user: aUser({ Name: 'Somebody else' }) });
    show(form);
    expect(await valueIn(field)).not.toBe(words);
    reload();
    useSession.setState({ status: 'in', user: layla });
    signOut();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(words);
  });
});

describe('a draft', () => {
  it('leaves out passwords, agreements and chosen files', async () => {
    const { user } = show(<SignupForm />);
    await type('First Name');
    await type('Password', 'correct horse');
    await user.click(screen.getByRole('checkbox'));
    fireEvent.change(screen.getByLabelText(/^Photo URL/), { target: { value: 'data:image/png;base64,AAAA' } });
    const stored = JSON.stringify({ ...localStorage, ...sessionStorage });
    expect(stored).toContain(words);
    expect(stored).not.toMatch(/correct horse|data:image|terms/);
  });

  it('leaves out the password needed to change the address', async () => {
    show(<ProfileForm profile={anOwnProfile()} onDone={done} />);
    await type('Email', 'new@uni.example');
    await type('Current password|Your password|Password', 'correct horse');
    const stored = JSON.stringify({ ...localStorage, ...sessionStorage });
    expect(stored).toContain('new@uni.example');
    expect(stored).not.toContain('correct horse');
  });

  it('starts over on demand', async () => {
    show(<ContactForm />);
    await type('Subject');
    reload();
    const { user } = show(<ContactForm />);
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    expect(await valueIn('Subject')).toBe('');
    reload();
    show(<ContactForm />);
    expect(await valueIn('Subject')).toBe('');
  });

  it('is deleted when sent, and stays when sending fails', async () => {
    onCall(createTicket, () => no(500, 'internal', 'Server error. Please try again later.'));
    const { user } = show(<ContactForm />);
    await type('Subject');
    await type('Message', 'Please help');
    await user.selectOptions(screen.getByLabelText('Category'), 'general');
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
    await waitFor(() => expect(readDraft('support', { subject: '' })).toEqual({ subject: words }));
    onCall(createTicket, () => yes(createTicket, aTicket() as never));
    await user.click(await screen.findByRole('button', { name: 'Send Message' }));
    await screen.findByText('Message Sent!');
    expect(readDraft('support', { subject: '' })).toEqual({});
  });

  it('ends with the tab if the session does', async () => {
    saveToken('good', false);
    show(<ContactForm />);
    await type('Subject');
    expect(JSON.stringify({ ...localStorage })).not.toContain(words);
    expect(JSON.stringify({ ...sessionStorage })).toContain(words);
  });

  it('expires after two weeks, is limited in number, and ignores values that do not fit its form', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let i = 0; i < 60; i++) {
      vi.setSystemTime(Date.now() + 1000);
      saveDraft(`form-${i}`, { text: 'x' });
    }
    vi.setSystemTime(Date.now() + 1000);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('nadi-draft')).length).toBe(50);
    saveDraft('odd', { text: 5, tags: ['a', 3], other: 'x', good: 'y' });
    clearUserState();
    expect(readDraft('odd', { text: '', tags: [] as string[], good: '' })).toEqual({ good: 'y' });
    vi.setSystemTime(Date.now() + 15 * 24 * 60 * 60_000);
    expect(readDraft('odd', { good: '' })).toEqual({});
    vi.useRealTimers();
  });
});

describe('a note to the author of what was reported', () => {
  it('is open again after a reload, and deleted once sent', async () => {
    const report = aReport();
    const card = <Decision report={report} mayRemove />;
    const { user } = show(card);
    await user.click(screen.getByRole('button', { name: 'Note' }));
    await type('What should the author know?');
    reload();
    const again = show(card);
    expect(await valueIn('What should the author know?')).toBe(words);
    onCall(resolveReport, () => yes(resolveReport, report));
    await again.user.click(screen.getByRole('button', { name: 'Send note' }));
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain(words));
  });
});

describe('leaving a form in which something was typed', () => {
  it('asks with clear buttons, and loses nothing on Keep editing', async () => {
    const { user, place } = show(<EventWizard societyId={ids.society} />, { at: '/new' });
    await type('Event title');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this event?' });
    expect(Array.from(dialog.querySelectorAll('button'), ({ textContent }) => textContent).filter(Boolean)).toEqual([
      'Keep editing',
      'Discard',
    ]);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([place(), await valueIn('Event title')]).toEqual(['/new', words]);
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(place()).toBe(`/societies/${ids.society}/events`));
    expect(JSON.stringify({ ...localStorage })).not.toContain(words);
  });

  it('asks once when Escape closes a dialog, and closes it at once if nothing was typed', async () => {
    const close = vi.fn();
    const { user } = show(<EditPostDialog post={post} onClose={close} />);
    await type('Text');
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Discard your draft?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your draft?' })).toBeNull());
    expect([close.mock.calls.length, await valueIn('Text')]).toEqual([0, words]);
    await type('Text', post.Content);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });
});
