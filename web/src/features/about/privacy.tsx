import { useTranslation } from 'react-i18next';
import { longDay } from '@/lib/format';
import { useToday } from '@/lib/now';
import { LegalFrame } from './legal-frame';

const sections = [
  'introduction',
  'collected',
  'use',
  'sharing',
  'security',
  'retention',
  'rights',
  'cookies',
  'thirdParties',
  'transfers',
  'children',
  'changes',
  'contact',
  'compliance',
] as const;

/** The privacy policy. Its "last updated" date is always today, as the specification says. */
export function Privacy() {
  const { t } = useTranslation('privacy');
  return (
    <LegalFrame
      title={t('title')}
      lead={t('lead')}
      note={
        <p className="small dim">
          <span>{t('updated')}</span>: <span>{longDay(new Date(`${useToday()}T12:00`))}</span>
        </p>
      }
      contents={t('contents')}
      back={t('back')}
      sections={sections.map((id) => ({ id, title: t(`section.${id}.title`), text: t(`section.${id}.text`) }))}
      links={[
        { to: '/terms', label: t('terms') },
        { to: '/privacy/register', label: t('register') },
        { to: '/privacy/ledger', label: t('ledger') },
        { to: '/support', label: t('support') },
      ]}
    />
  );
}
