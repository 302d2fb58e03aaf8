import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { getWaiting } from '#models/contract/waiting';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { onCall, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import AdminLinks from './admin-links';

const me = aUser({ Role: 'admin' });

beforeAll(() => i18n.loadNamespaces(['moderation', 'shell']));

describe('the links of staff', () => {
  it.each([
    [aUser({ Scopes: ['approve'] }), ['Deleted societies', 'Staff rights']],
    [aUser({ Scopes: ['moderate'] }), ['Reports', 'People', 'Staff rights']],
    [aUser({ Scopes: ['support'] }), ['Support inbox', 'Staff rights']],
    [aUser({ Scopes: ['report'] }), ['Reports', 'Staff rights']],
    [me, ['Reports', 'Support inbox', 'People', 'Deleted societies', 'Staff rights']],
  ])('are those of the scopes (%#)', (user, names) => {
    useSession.setState({ status: 'in', user });
    onCall(getWaiting, () => yes(getWaiting, { societies: [], platform: 0, tickets: 0 }));
    show(<AdminLinks />);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(names);
    expect(screen.queryAllByRole('button').length).toBe(user === me ? 1 : 0);
  });
});
