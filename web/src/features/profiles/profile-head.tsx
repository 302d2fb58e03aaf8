import { IconCalendarHeart, IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicProfile } from '#models/contract/profiles';
import { Cover } from '@/components/cover';
import { LiveCount } from '@/components/live-count';
import { PersonAvatar } from '@/components/person-avatar';
import { mailto } from '@/lib/email';
import { memberSince } from '@/lib/format';
import { useWide } from '@/lib/use-wide';
import css from './profile.module.css';

/** What the head of a profile shows: the public profile, or one's own. */
export type HeadOf = Pick<
  PublicProfile,
  | 'ID'
  | 'Name'
  | 'Image'
  | 'Email'
  | 'Phone_Number'
  | 'Bio'
  | 'Create_Date'
  | 'Society_Count'
  | 'Event_Count'
  | 'Post_Count'
  | 'Likes_Count'
  | 'Followers'
  | 'Following'
>;

export type People = 'followers' | 'following';

function Figure({ label, value, onOpen }: { label: string; value: number; onOpen?: (() => void) | undefined }) {
  const inside = (
    <>
      <b>
        <LiveCount value={value} />
      </b>{' '}
      <span className="small dim">{label}</span>
    </>
  );
  return onOpen ? (
    <button type="button" className={css.figure} aria-haspopup="dialog" onClick={onOpen}>
      {inside}
    </button>
  ) : (
    <span className={css.figure}>{inside}</span>
  );
}

function Figures({ of, onPeople }: { of: HeadOf; onPeople: ((which: People) => void) | undefined }) {
  const { t } = useTranslation('profiles');
  const counters = [
    [t('societies'), of.Society_Count],
    [t('events'), of.Event_Count],
    [t('posts'), of.Post_Count],
    [t('likes'), of.Likes_Count],
  ] as const;
  const people = [
    ['followers', t('followers'), of.Followers],
    ['following', t('followingCount'), of.Following],
  ] as const;
  return (
    <ul className={css.figures}>
      {counters.map(
        ([label, value]) =>
          value !== null && (
            <li key={label}>
              <Figure label={label} value={value} />
            </li>
          ),
      )}
      {people.map(
        ([which, label, value]) =>
          value !== null && (
            <li key={which}>
              <Figure label={label} value={value} onOpen={onPeople && (() => onPeople(which))} />
            </li>
          ),
      )}
    </ul>
  );
}

function Contact({ of }: { of: HeadOf }) {
  const { t } = useTranslation('profiles');
  if (of.Create_Date === null && !of.Email && !of.Phone_Number) return null;
  return (
    <ul className={`${css.contact} small soft`}>
      {of.Create_Date !== null && (
        <li>
          <IconCalendarHeart size={17} stroke={1.75} aria-hidden="true" />
          {t('since')} <span>{memberSince(of.Create_Date)}</span>
        </li>
      )}
      {of.Email && (
        <li>
          <IconMail size={17} stroke={1.75} aria-hidden="true" />
          <a href={mailto(of.Email)} className={`link mail ${css.mail}`} aria-label={`${t('email')}: ${of.Email}`}>
            {of.Email}
          </a>
        </li>
      )}
      {of.Phone_Number && (
        <li>
          <IconPhone size={17} stroke={1.75} aria-hidden="true" />
          <bdi dir="ltr">{of.Phone_Number}</bdi>
        </li>
      )}
    </ul>
  );
}

interface ProfileHeadProps {
  of: HeadOf;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** Opens who follows, or is followed; without it the figures are only read. */
  onPeople?: (which: People) => void;
  /** Its last line: the pages of one's own. */
  children?: ReactNode;
}

/** The head of a profile, another's or one's own: face, name, words about oneself, how to reach them, and the figures. */
export function ProfileHead({ of, actions, onPeople, children }: ProfileHeadProps) {
  const isWide = useWide();
  return (
    <header className={`card ${css.head}`}>
      <Cover seed={of.ID} category="Social" width={1120} height={140} className={css.cloth ?? ''} />
      <div className={css.who}>
        <span className={css.face}>
          <PersonAvatar id={of.ID} name={of.Name} image={of.Image} size={isWide ? 112 : 88} />
        </span>
        <div className={css.actions}>{actions}</div>
        <div className={css.about}>
          <h1 className="h1">
            <bdi>{of.Name}</bdi>
          </h1>
          {of.Bio && (
            <p className={`${css.bio} soft auto`} dir="auto">
              {of.Bio}
            </p>
          )}
          <Contact of={of} />
          <Figures of={of} onPeople={onPeople} />
        </div>
      </div>
      {children}
    </header>
  );
}
