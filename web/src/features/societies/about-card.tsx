import { IconMail, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { Badge } from '@/components/badge';
import { type Fact, Facts } from '@/components/facts';
import { SideCard } from '@/components/side-card';
import { WrittenText } from '@/components/written-text';
import { mailto } from '@/lib/email';
import css from './about-card.module.css';

/** Host of a URL, without 'www.'; an invalid URL is returned unchanged. */
function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '');
  } catch {
    return address;
  }
}

/** Card with tags, contact and rules of a society, as far as they are set. */
export default function AboutCard({ society: { Tags, Rules, Contact_Email, Website } }: { society: Society }) {
  const { t } = useTranslation('society');
  const mailFact: Fact = {
    icon: IconMail,
    label: t('about.contact'),
    value: (
      <a href={mailto(Contact_Email)} className="link mail tap" dir="ltr">
        {Contact_Email}
      </a>
    ),
  };
  const siteFact: Fact = {
    icon: IconWorld,
    label: t('about.website'),
    value: (
      <a href={Website} className={`${css.site} link`} dir="ltr" target="_blank" rel="noopener noreferrer nofollow ugc">
        {hostOf(Website)}
      </a>
    ),
  };
  const facts = [...(Contact_Email ? [mailFact] : []), ...(Website ? [siteFact] : [])];
  return (
    <SideCard title={t('about.title')}>
      {Tags.length > 0 && (
        <ul className={css.tags} aria-label={t('about.tags')}>
          {Tags.map((tag) => (
            <li key={tag}>
              <Badge>
                <bdi>{t(`tag.${tag}`, { defaultValue: tag })}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && <Facts facts={facts} />}
      {Rules && (
        <section className={css.rules} aria-label={t('about.rules')}>
          <h3 className="small dim">{t('about.rules')}</h3>
          <WrittenText text={Rules} className="small" />
        </section>
      )}
    </SideCard>
  );
}
