import { useParams, useSearchParams } from 'react-router-dom';
import { Profile } from '@/features/profiles/profile';
import { parsePreviewRole } from '@/features/profiles/profile-preview.queries';

/** /users/{id} */
export default function ProfilePage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  return (
    <div className="page">
      <Profile key={id} id={id} as={parsePreviewRole(search.get('as'))} />
    </div>
  );
}
