import { useTranslation } from 'react-i18next';
import { LegalFrame } from './legal-frame';

const sections = [
  'acceptance',
  'eligibility',
  'account',
  'societies',
  'content',
  'conduct',
  'moderation',
  'events',
  'messages',
  'privacy',
  'availability',
  'ending',
  'changes',
] as const;

/** The terms of service. */
export function Terms() {
  const { t } = useTranslation('terms');
  return (
    <LegalFrame
      title={t('title')}
      lead={t('lead')}
      contents={t('contents')}
      back={t('back')}
      sections={sections.map((id) => ({ id, title: t(`section.${id}.title`), text: t(`section.${id}.text`) }))}
      links={[
        { to: '/privacy', label: t('privacy') },
        { to: '/support', label: t('support') },
      ]}
    />
  );
}
