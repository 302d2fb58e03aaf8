import { AdminMenu } from './admin-menu';
import { OwnSocieties } from './own-societies';
import { RequestsLink } from './requests-link';

/** Links of a member: open requests, their societies, and administration. */
export default function MemberLinks({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return (
    <>
      <RequestsLink onChoose={onChoose} />
      <OwnSocieties onChoose={onChoose} />
      <AdminMenu onChoose={onChoose} />
    </>
  );
}
