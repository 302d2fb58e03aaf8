import { useTranslation } from 'react-i18next';
import { Handover } from '@/features/members/handover';
import { Demotions } from '@/features/members/lazy-demotions';
import { MemberActions } from '@/features/members/member-actions';
import { Members } from '@/features/members/members';
import { leave } from '@/features/societies/leave';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/members */
export default function MembersPage() {
  const { t } = useTranslation('members');
  const needs = { right: 'seeMembers', title: t('closed.title'), text: t('closed.text'), action: t('closed.action') } as const;
  return (
    <SocietyPageFrame tab="members" isCompact needs={needs}>
      {(society) => (
        <>
          {society.Can.manage && <Demotions society={society} />}
          <Members society={society} actions={<MemberActions society={society} />} />
          <Handover society={society} leave={leave} />
        </>
      )}
    </SocietyPageFrame>
  );
}
