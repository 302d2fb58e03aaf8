import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
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
  /** Null on a page that is no tab. */
  tab: SocietyTab | null;
  /** Without the description: for pages where work is done. */
  isCompact?: boolean;
  requestsBadge?: ReactNode;
  /** Shown as somebody else sees it: only its tabs lead on. */
  seenAs?: string | null;
}

function Figures({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const figures = [
    [t('header.members'), society.Member_Count],
    [t('header.events'), society.Event_Count],
    [t('header.posts'), society.Post_Count],
  ] as const;
  return (
    <dl className={css.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="small dim">{label}</dt>
          <dd>
            <LiveCount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Where what had the focus went with the role, the focus goes to the name: the page stays, and one is still on it. */
function useFocusWhenShownOut(role: Society['Role']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(role);
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (before.current && !role && isLost) heading.current?.focus({ preventScroll: true });
    before.current = role;
  }, [role]);
  return heading;
}

/** The head of every page of a society: its cloth, its name and figures, how the viewer stands to it, and its pages. */
export function SocietyHeader({ society, tab, isCompact = false, requestsBadge, seenAs = null }: SocietyHeaderProps) {
  const categoryName = useCategoryName();
  const isSmall = !useWide() || isCompact;
  const heading = useFocusWhenShownOut(society.Role);
  const { ID, Name, Category, Image, Description, Role, Can } = society;
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
          <Figures society={society} />
        </div>
        <StateButton society={society} isInert={seenAs !== null} />
      </div>
      {(Role !== null || Can.manageRequests) && (
        <SocietyTabs society={society} active={tab} requestsBadge={requestsBadge} seenAs={seenAs} />
      )}
    </header>
  );
}
