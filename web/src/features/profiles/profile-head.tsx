import { IconCalendarHeart, IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicProfile, UserProfile } from '#models/contract/profiles';
import { Cover } from '@/components/cover';
import { LiveCount } from '@/components/live-count';
import { PersonAvatar } from '@/components/person-avatar';
import { mailto } from '@/lib/email';
import { memberSince } from '@/lib/format';
import { useWide } from '@/lib/use-wide';
import css from './profile.module.css';

/** Fields shown in the head of a public or own profile. */
type HeadProfile = PublicProfile | UserProfile;

export type FollowList = 'followers' | 'following';

function CountFigure({ label, value, onOpen }: { label: string; value: number; onOpen?: (() => void) | undefined }) {
  const content = (
    <>
      <b>
        <LiveCount value={value} />
      </b>{' '}
      <span className="small dim">{label}</span>
    </>
  );
  return onOpen ? (
    <button type="button" className={css.figure} aria-haspopup="dialog" onClick={onOpen}>
      {content}
    </button>
  ) : (
    <span className={css.figure}>{content}</span>
  );
}

function ProfileFigures({ of, onOpenList }: { of: HeadProfile; onOpenList: ((which: FollowList) => void) | undefined }) {
  const { t } = useTranslation('profiles');
  const figures: [label: string, value: number | null, list?: FollowList][] = [
    [t('societies'), of.Society_Count],
    [t('events'), of.Event_Count],
    [t('posts'), of.Post_Count],
    [t('likes'), of.Likes_Count],
    [t('followers'), of.Followers, 'followers'],
    [t('followingCount'), of.Following, 'following'],
  ];
  return (
    <ul className={css.figures}>
      {figures.map(
        ([label, value, list]) =>
          value !== null && (
            <li key={label}>
              <CountFigure label={label} value={value} onOpen={list && onOpenList && (() => onOpenList(list))} />
            </li>
          ),
      )}
    </ul>
  );
}

function Contact({ of }: { of: HeadProfile }) {
  const { t } = useTranslation('profiles');
  if (of.Create_Date === null && !of.Email && !of.Phone_Number) return null;
  return (
    <ul className={`${css.contact} small soft`}>
      {of.Create_Date !== null && (
        <li>
          <IconCalendarHeart size={17} stroke={1.75} aria-hidden="true" />
          <span>
            {t('since')} <span>{memberSince(of.Create_Date)}</span>
          </span>
        </li>
      )}
      {of.Email && (
        <li>
          <IconMail size={17} stroke={1.75} aria-hidden="true" />
          <a href={mailto(of.Email)} className={`link mail tap ${css.mail}`} aria-label={`${t('email')}: ${of.Email}`}>
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
  of: HeadProfile;
  /** Buttons at the end of the head. */
  actions?: ReactNode;
  /** Opens the list of followers or followed people; without it the figures are plain text. */
  onOpenList?: (which: FollowList) => void;
  /** Last line: links of the own profile. */
  children?: ReactNode;
}

/** Head of a profile: picture, name, bio, contact and figures. */
export function ProfileHead({ of, actions, onOpenList, children }: ProfileHeadProps) {
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
          <ProfileFigures of={of} onOpenList={onOpenList} />
        </div>
      </div>
      {children}
    </header>
  );
}
