import { Button } from '@mantine/core';
import {
  IconBolt,
  IconCalendarEvent,
  IconCompass,
  IconLifebuoy,
  IconMail,
  IconMessages,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Cover } from '@/components/cover';
import { PageHead } from '@/components/page-head';
import { useContact } from '@/lib/contact';
import { mailto } from '@/lib/email';
import css from './about.module.css';

/** Figures of the specification; `null` is shown as a text. */
const figures = [
  ['societies', '25+'],
  ['students', '1,200+'],
  ['events', '150+'],
  ['departments', '8+'],
  ['uptime', '99.9%'],
  ['load', null],
  ['support', '24/7'],
] as const;

const features = [
  ['societies', IconCompass],
  ['feed', IconMessages],
  ['events', IconCalendarEvent],
  ['live', IconBolt],
  ['run', IconSettings],
  ['privacy', IconShieldLock],
] as const;

function Figures() {
  const { t } = useTranslation('about');
  return (
    <section className="card" aria-label={t('figures.title')}>
      <dl className={css.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="small soft">{t(`figures.${name}`)}</dt>
            <dd>{value === null ? t('figures.loadValue') : <bdi dir="ltr">{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Features() {
  const { t } = useTranslation('about');
  return (
    <section aria-labelledby="features">
      <h2 id="features" className={`h2 ${css.heading}`}>
        {t('features.title')}
      </h2>
      <ul className={css.features}>
        {features.map(([name, Icon]) => (
          <li key={name} className={`card ${css.feature}`}>
            <Icon size={24} stroke={1.75} aria-hidden="true" />
            <h3 className="h3">{t(`features.${name}.title`)}</h3>
            <p className="small soft">{t(`features.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Contact() {
  const { t } = useTranslation('about');
  const contact = useContact();
  return (
    <section className={`card ${css.contact}`} aria-labelledby="contact">
      <div className="grow">
        <h2 id="contact" className="h2">
          {t('contact.title')}
        </h2>
        <p className="soft">{t('contact.text')}</p>
      </div>
      <div className={css.ways}>
        <Button component={Link} to="/support" leftSection={<IconLifebuoy size={18} stroke={1.75} aria-hidden="true" />}>
          {t('contact.support')}
        </Button>
        {contact && (
          <Button
            component="a"
            href={mailto(contact.email)}
            variant="default"
            leftSection={<IconMail size={18} stroke={1.75} aria-hidden="true" />}
          >
            {t('contact.mail')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** About page: figures, mission, features and contact. */
export function About() {
  const { t } = useTranslation('about');
  return (
    <div className="stack">
      <PageHead title={t('title')} lead={t('lead')} />
      <section className={`card ${css.mission}`} aria-labelledby="mission">
        <Cover seed="troupe" category="Arts & Culture" width={1120} height={180} className={css.cloth ?? ''} />
        <div className={css.words}>
          <h2 id="mission" className="h2">
            {t('mission.title')}
          </h2>
          <p className="soft">{t('mission.text')}</p>
        </div>
      </section>
      <Figures />
      <Features />
      <Contact />
    </div>
  );
}
