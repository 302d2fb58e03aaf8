import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { Cover } from '@/components/cover';
import { LiveCount } from '@/components/live-count';
import { SocietyTile } from '@/components/society-tile';
import { useWide } from '@/lib/use-wide';
import { useCategoryName } from './category-name';
import css from './society-header.module.css';
import { type SocietyTab, SocietyTabs } from './society-tabs';
import { StateButton } from './state-button';

interface SocietyHeaderProps {
  society: Society;
  /** Active tab; null on other pages. */
  tab: SocietyTab | null;
  /** Hides the description, on pages for work. */
  isCompact?: boolean;
  requestsBadge?: ReactNode;
  /** Preview role; all controls but the tabs are inert. */
  seenAs?: string | null;
}

/** Counters of the society; links to the lists for outsiders, who have no tabs. */
function SocietyFigures({ society, isLinked }: { society: Society; isLinked: boolean }) {
  const { t } = useTranslation('societies');
  const { ID, Can } = society;
  const figures = [
    {
      name: 'members',
      label: t('header.members', { count: society.Member_Count }),
      value: society.Member_Count,
      to: Can.seeMembers && `/societies/${ID}/members`,
    },
    {
      name: 'events',
      label: t('header.events', { count: society.Event_Count }),
      value: society.Event_Count,
      to: Can.seeEvents && `/societies/${ID}/events`,
    },
    { name: 'posts', label: t('header.posts', { count: society.Post_Count }), value: society.Post_Count, to: false as const },
  ];
  return (
    <dl className={css.figures}>
      {figures.map(({ name, label, value, to }) => (
        <div key={name}>
          <dt className="small dim">
            {isLinked && to ? (
              <Link to={to} className="link tap">
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd>
            <LiveCount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Moves the focus to the heading if the focused control was removed with the viewer's role. */
function useFocusOnRoleLoss(role: Society['Role']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(role);
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (before.current && !role && isLost) heading.current?.focus({ preventScroll: true });
    before.current = role;
  }, [role]);
  return heading;
}

/** Header of all pages of a society: pattern, name, counters, the viewer's membership and tabs. */
export function SocietyHeader({ society, tab, isCompact = false, requestsBadge, seenAs = null }: SocietyHeaderProps) {
  const categoryName = useCategoryName();
  const isSmall = !useWide() || isCompact;
  const heading = useFocusOnRoleLoss(society.Role);
  const hasTabs = society.Role !== null || society.Can.manageRequests;
  const { ID, Name, Category, Image, Description } = society;
  return (
    <header className={`card ${css.header}`} data-compact={isCompact || undefined}>
      <Cover seed={ID} category={Category} image={Image} width={1120} height={isCompact ? 120 : 210} className={css.banner ?? ''} />
      <div className={css.who}>
        <span className={css.tile}>
          <SocietyTile id={ID} category={Category} image={Image} size={isSmall ? 80 : 104} />
        </span>
        <div className={css.names}>
          <div className={css.title}>
            <h1 className="h1" ref={heading} tabIndex={-1}>
              <bdi>{Name}</bdi>
            </h1>
            {Category && <span className={`${css.category} micro`}>{categoryName(Category)}</span>}
          </div>
          {!isCompact && (
            <p className={`${css.about} soft auto`} dir="auto">
              {Description}
            </p>
          )}
          <SocietyFigures society={society} isLinked={!hasTabs && seenAs === null} />
        </div>
        <StateButton society={society} isInert={seenAs !== null} />
      </div>
      {hasTabs && <SocietyTabs society={society} active={tab} requestsBadge={requestsBadge} seenAs={seenAs} />}
    </header>
  );
}
