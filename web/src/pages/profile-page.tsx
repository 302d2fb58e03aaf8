import { useParams, useSearchParams } from 'react-router-dom';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { Profile } from '@/features/profiles/profile';
import { parsePreviewRole } from '@/features/profiles/profile-preview.queries';
import { useRooms } from '@/lib/live';

/** /users/{id} */
export default function ProfilePage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const room = roomOf('profile', id);
  useRooms(parseRoom(room) ? [room] : []);
  return (
    <div className="page">
      <Profile key={id} id={id} as={parsePreviewRole(search.get('as'))} />
    </div>
  );
}
