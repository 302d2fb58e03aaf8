import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';

/** In place of a page for staff: their session has proved no second factor, and staff need one here. */
export default function StaffHeld() {
  const { t } = useTranslation('second-step');
  const title = t('staff.add');
  return (
    <div className="page">
      <Notice
        kind="closed"
        tab={title}
        title={title}
        text={`${t('staff.addText')} ${t('staff.confirmText')}`}
        to="/account?tab=security"
        action={t('staff.action')}
      />
    </div>
  );
}
