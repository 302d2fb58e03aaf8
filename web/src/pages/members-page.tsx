import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';
import { Handover } from '@/features/members/handover';
import { MemberActions } from '@/features/members/member-actions';
import { Members } from '@/features/members/members';
import { leave } from '@/features/societies/leave';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/members */
export default function MembersPage() {
  const { t } = useTranslation('members');
  return (
    <SocietyPageFrame tab="members" isCompact>
      {(society) =>
        society.Can.seeMembers ? (
          <>
            <Members society={society} actions={<MemberActions society={society} />} />
            <Handover society={society} leave={leave} />
          </>
        ) : (
          <Notice
            kind="closed"
            title={t('closed.title')}
            text={t('closed.text')}
            to={`/societies/${society.ID}`}
            action={t('closed.action')}
          />
        )
      }
    </SocietyPageFrame>
  );
}
