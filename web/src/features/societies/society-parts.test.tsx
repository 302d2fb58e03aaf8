import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { askToJoin } from '#models/contract/join-requests';
import { getPostsBySociety } from '#models/contract/posts';
import { getSocietiesByUser, getSocietyInfo, type Society } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietyPage from '@/pages/society-page';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';

const me = aUser();
const society = aSociety({ Name: 'Robotics Society', Question: 'Which robot did you build last?', Median_Reply_Hours: 5.2 });

async function open(served: Society) {
  onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
  const page = (
    <Routes>
      <Route path="/societies/:id" element={<SocietyPage />} />
    </Routes>
  );
  const view = show(page, { at: `/societies/${served.ID}` });
  await screen.findByRole('heading', { level: 1 });
  return view;
}
const asked = () => requests.filter(({ path }) => path === askToJoin.path).map(({ body }) => body);
const card = async (name: string) => within(await screen.findByRole('region', { name }));

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'society', 'posts', 'events', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  useSession.setState({ status: 'in', user: me });
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [], { next: null }));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [], { next: null, counts: { upcoming: 0, completed: 0 } }));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  onCall(askToJoin, () => yes(askToJoin, { status: 'pending', Request_ID: newId(), version: 1 }));
});

describe("a society's join question", () => {
  const press = (name: string) => screen.getByRole('button', { name });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'A question from Robotics Society' }));
  const ask = async (served: Society) => {
    const { user } = await open({ ...served, Name: 'Robotics Society' });
    await user.click(press('Join Society'));
    return { user, form: await dialog() };
  };

  it('is asked before the request, which carries the answer', async () => {
    const { user, form } = await ask(society);
    expect(form.getByText('Which robot did you build last?')).toBeDefined();
    expect(asked()).toEqual([]);
    await user.type(form.getByRole('textbox'), '  A line follower ');
    await user.click(form.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual([{ society_id: society.ID, answer: 'A line follower' }]);
    expect(await screen.findByRole('button', { name: 'Request Sent' })).toBeDefined();
  });

  it('is optional, and the answer stays if the request fails', async () => {
    const fresh = { ...society, ID: newId() };
    onCall(askToJoin, () => no(500, 'internal', 'Boom'));
    const { user, form } = await ask(fresh);
    await user.type(form.getByRole('textbox'), 'A crane');
    await user.click(form.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('A crane');
    await user.clear(form.getByRole('textbox'));
    await user.click(form.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ society_id: fresh.ID }));
  });

  it('sends nothing if the dialog is closed', async () => {
    const { user, form } = await ask({ ...society, ID: newId() });
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual([]);
  });
});

describe('median reply time of a society', () => {
  it.each([
    [0.4, 'Usually replies within an hour'],
    [5.2, 'Usually replies within 6 hours'],
    [48.5, 'Usually replies within 3 days'],
  ])('is shown for %d hours', async (Median_Reply_Hours, words) => {
    await open({ ...society, Median_Reply_Hours });
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('is hidden from members', async () => {
    await open(asMember(society));
    expect(await screen.findByText('No recent activity')).toBeDefined();
    expect(screen.queryByText(/Usually replies/)).toBeNull();
  });
});

describe('about card of a society', () => {
  const details = { Tags: ['Hands-on', 'Soldering'], Rules: 'Be kind.\nClean up.', Contact_Email: 'hello@robots.example' };

  it('shows tags, rules and contact, with safe links', async () => {
    await open({ ...society, ...details, Website: 'https://www.robots.example/join' });
    const about = await card('About');
    const tags = about.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(tags).toEqual(['Hands-on', 'Soldering']);
    expect(about.getByText(/Be kind\./).textContent).toBe('Be kind.\nClean up.');
    expect(about.getByRole('link', { name: 'hello@robots.example' }).getAttribute('href')).toBe('mailto:hello@robots.example');
    const site = about.getByRole('link', { name: 'robots.example' });
    expect([site.getAttribute('href'), site.getAttribute('rel')]).toEqual([
      'https://www.robots.example/join',
      'noopener noreferrer nofollow ugc',
    ]);
  });

  it('is hidden if empty', async () => {
    await open(society);
    expect(await screen.findByText('No recent activity')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'About' })).toBeNull();
  });

  it('is shown in Arabic with suggested tags translated and custom ones unchanged', async () => {
    await i18n.changeLanguage('ar');
    await open({ ...society, ...details });
    const about = await card('عن النادي');
    expect(about.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['تعلّم بالممارسة', 'Soldering']);
    await i18n.changeLanguage('en');
  });
});

describe('post prompt for members', () => {
  it('offers a new event beside a new post', async () => {
    const seen = asMember({ ...society, Post_Count: 2 });
    await open({ ...seen, Can: { ...seen.Can, createEvents: true } });
    const prompt = await card('Create Post');
    expect(prompt.getByRole('link', { name: 'Create Event' }).getAttribute('href')).toBe(`/societies/${society.ID}/events/new`);
    expect(prompt.getByRole('button', { name: 'Create Post' })).toBeDefined();
  });

  it('offers no event to members who may not create one', async () => {
    await open(asMember({ ...society, Post_Count: 2 }));
    expect((await card('Create Post')).queryByText('Create Event')).toBeNull();
  });
});

describe('joining a religious, political or health society', () => {
  const sensitive = (fields: Partial<Society> = {}) => aSociety({ Name: 'Quran Circle', Category: 'Religious', ...fields });
  const join = async (served: Society) => {
    const { user } = await open(served);
    await user.click(screen.getByRole('button', { name: 'Join Society' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Join Quran Circle?' })) };
  };

  it('says first who will see it, and sends nothing if it is cancelled', async () => {
    const { user, dialog } = await join(sensitive());
    expect(dialog.getByText('Being a member of this society can say something about your religion.')).toBeDefined();
    expect(dialog.getByText('In the list of members, everyone with an account sees those who agreed to be shown.')).toBeDefined();
    expect(dialog.getByText(/^What you post here can be read by anyone\. .+ only if you agree\.$/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual([]);
  });

  it('of which others see neither members nor posts says so, and asks to join once it is confirmed', async () => {
    const society = sensitive();
    const { user, dialog } = await join({ ...society, Can: { ...society.Can, seeMembers: false, seePosts: false } });
    expect(dialog.getByText('Others do not see the list of members. The admins can change that.')).toBeDefined();
    expect(dialog.getByText('Others do not see what you post here.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('button', { name: 'Request Sent' })).toBeDefined();
    expect(asked()).toEqual([{ society_id: society.ID }]);
  });

  it('sends the consent to be named outside with the request, if it was given', async () => {
    const society = sensitive();
    const { user, dialog } = await join(society);
    await user.click(dialog.getByRole('checkbox', { name: /^Show my name and photo to people who are not members/ }));
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    await waitFor(() => expect(asked()).toEqual([{ society_id: society.ID, consent: { version: 1, language: 'en' } }]));
  });

  it('that asks a question asks it afterwards', async () => {
    const { user, dialog } = await join(sensitive({ Question: 'Why?' }));
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('dialog', { name: 'A question from Quran Circle' })).toBeDefined();
    expect(asked()).toEqual([]);
  });
});
