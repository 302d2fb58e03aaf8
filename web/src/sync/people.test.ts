import { beforeAll, expect, it } from 'vitest';
import { userUpdated } from '#models/contract/profiles';
import { useSession } from '@/lib/session';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import './people';

beforeAll(connectSocket);

it("the session shows the user's newest name and picture, also after an older message and one about somebody else", () => {
  const user = aUser();
  useSession.setState({ status: 'in', user });
  arrives(userUpdated, { user_id: user.ID, Name: 'Layla H.', Image: 'new.jpg', version: 3 });
  arrives(userUpdated, { user_id: user.ID, Name: 'Older', Image: '', version: 2 });
  arrives(userUpdated, { user_id: newId(), Name: 'Omar', Image: '', version: 9 });
  expect(useSession.getState().user).toEqual({ ...user, Name: 'Layla H.', Image: 'new.jpg' });
});
