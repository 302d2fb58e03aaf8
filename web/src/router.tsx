import { type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import type { StaffPage } from './lib/scopes';
import type { RarePage } from './rare-pages';
import { page } from './shell/lazy-page';
import { RequireAdmin } from './shell/require-admin';
import { RequireSession } from './shell/require-session';
import { Shell } from './shell/shell';

/** A page whose script is listed apart: most first visits open none of them. */
const rare = (name: RarePage) => page(async () => (await import('./rare-pages')).rarePages[name]());

const Login = page(() => import('./pages/login-page'), 'auth');
const Signup = page(() => import('./pages/signup-page'), 'auth');
const ForgotPassword = rare('ForgotPassword');
const ResetPassword = rare('ResetPassword');
const VerifyEmail = rare('VerifyEmail');
const UndoEmail = rare('UndoEmail');
const Home = page(() => import('./pages/home-page'), 'home');
const Societies = page(() => import('./pages/societies-page'), 'societies');
const NewSociety = rare('NewSociety');
const Society = page(() => import('./pages/society-page'), 'societies', 'posts');
const JoinRequests = rare('JoinRequests');
const Requests = rare('Requests');
const SocietyEvents = rare('SocietyEvents');
const Invitations = rare('Invitations');
const Members = rare('Members');
const SocietyReports = rare('SocietyReports');
const SocietySettings = rare('SocietySettings');
const Insights = rare('Insights');
const NewEvent = rare('NewEvent');
const MySocieties = rare('MySocieties');
const Events = page(() => import('./pages/events-page'), 'events');
const Event = page(() => import('./pages/event-page'), 'events', 'event');
const EditEvent = rare('EditEvent');
const Attendees = rare('Attendees');
const CheckIn = rare('CheckIn');
const DoorScreen = rare('DoorScreen');
const Here = rare('Here');
const EventPoster = rare('EventPoster');
const SocietyPoster = rare('SocietyPoster');
const Post = page(() => import('./pages/post-page'), 'posts');
const Profile = page(() => import('./pages/profile-page'), 'profiles', 'events');
const Account = rare('Account');
const Search = rare('Search');
const Trending = rare('Trending');
const Activity = rare('Activity');
const Recommendations = rare('Recommendations');
const Notifications = rare('Notifications');
const About = page(() => import('./pages/about-page'), 'about');
const Terms = page(() => import('./pages/terms-page'), 'terms');
const Privacy = page(() => import('./pages/privacy-page'), 'privacy');
const DataRegister = rare('DataRegister');
const DeletionLedger = rare('DeletionLedger');
const Support = rare('Support');
const Tickets = rare('Tickets');
const Drafts = rare('Drafts');
const AdminReports = rare('AdminReports');
const AdminSupport = rare('AdminSupport');
const AdminPeople = rare('AdminPeople');
const AdminAudit = rare('AdminAudit');
const AdminSocieties = rare('AdminSocieties');
const AdminStaff = rare('AdminStaff');
const NotFound = rare('NotFound');

const openToAll = (
  <>
    <Route path="/" element={<Home />} />
    <Route path="/about" element={<About />} />
    <Route path="/users/:id" element={<Profile />} />
    <Route path="/events" element={<Events />} />
    <Route path="/events/:id" element={<Event />} />
    <Route path="/posts/:id" element={<Post />} />
    <Route path="/search" element={<Search />} />
    <Route path="/trending" element={<Trending />} />
    <Route path="/support" element={<Support />} />
    <Route path="/societies" element={<Societies />} />
    <Route path="/societies/:id" element={<Society />} />
    <Route path="/societies/:id/events" element={<SocietyEvents />} />
  </>
);

const forSignedIn = (
  <>
    <Route path="/account" element={<Account />} />
    <Route path="/activity" element={<Activity />} />
    <Route path="/notifications" element={<Notifications />} />
    <Route path="/recommendations" element={<Recommendations />} />
    <Route path="/requests" element={<Requests />} />
    <Route path="/drafts" element={<Drafts />} />
    <Route path="/invitations" element={<Invitations />} />
    <Route path="/my-societies" element={<MySocieties />} />
    <Route path="/societies/new" element={<NewSociety />} />
    <Route path="/support/tickets" element={<Tickets />} />
    <Route path="/events/:id/edit" element={<EditEvent />} />
    <Route path="/events/:id/attendees" element={<Attendees />} />
    <Route path="/events/:id/check-in" element={<CheckIn />} />
    <Route path="/events/:id/here" element={<Here />} />
    <Route path="/societies/:id/members" element={<Members />} />
    <Route path="/societies/:id/join-requests" element={<JoinRequests />} />
    <Route path="/societies/:id/events/new" element={<NewEvent />} />
    <Route path="/societies/:id/settings" element={<SocietySettings />} />
    <Route path="/societies/:id/reports" element={<SocietyReports />} />
    <Route path="/societies/:id/insights" element={<Insights />} />
  </>
);

const staffPage = (path: StaffPage, element: ReactNode) => (
  <Route
    path={path}
    element={
      <RequireAdmin page={path} otherwise={<NotFound />}>
        {element}
      </RequireAdmin>
    }
  />
);

const forStaff = (
  <>
    {staffPage('/admin/reports', <AdminReports />)}
    {staffPage('/admin/support', <AdminSupport />)}
    {staffPage('/admin/people', <AdminPeople />)}
    {staffPage('/admin/audit', <AdminAudit />)}
    {staffPage('/admin/societies', <AdminSocieties />)}
    {staffPage('/admin/staff', <AdminStaff />)}
  </>
);

/** All routes of the app. */
export function Pages() {
  return (
    <Suspense>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="/signup" element={<Signup />} />
        <Route path="/forgot-password" element={<ForgotPassword />} />
        <Route path="/reset-password" element={<ResetPassword />} />
        <Route path="/verify-email" element={<VerifyEmail />} />
        <Route path="/undo-email" element={<UndoEmail />} />
        <Route path="/terms" element={<Terms />} />
        <Route path="/privacy" element={<Privacy />} />
        <Route path="/privacy/register" element={<DataRegister />} />
        <Route path="/privacy/ledger" element={<DeletionLedger />} />
        <Route element={<RequireSession />}>
          <Route path="/societies/:id/poster" element={<SocietyPoster />} />
          <Route path="/events/:id/poster" element={<EventPoster />} />
          <Route path="/events/:id/door" element={<DoorScreen />} />
        </Route>
        <Route element={<Shell />}>
          {openToAll}
          <Route element={<RequireSession />}>
            {forSignedIn}
            {forStaff}
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route path="/index.html" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
