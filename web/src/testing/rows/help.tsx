import { reportAppealed } from '#models/contract/report-appeals';
import { getReports, type Report, type ReportFilter, reportCreated, reportResolved, reportTaken } from '#models/contract/reports';
import { getStaff } from '#models/contract/staff';
import { staffChanged } from '#models/contract/staff-scopes';
import { getMyTickets, getTickets, type SupportRequest, supportRequestUpdated } from '#models/contract/support';
import { useReports } from '@/features/reports/reports.store';
import { useStaff } from '@/features/staff/staff.store';
import { useMyRequests, useRequests } from '@/features/support/requests.store';
import { type ConformanceRow, row } from '../conformance';
import { onCall, yes } from '../fake-server';
import { arrives } from '../fake-socket';
import { aProposal, aReply, aReport, aTicket } from '../people-fixtures';
import { json, me, page, subject, text } from './shared';

const report = aReport();
const societyId = report.Society_ID ?? '';
const appealed: Report = {
  ...report,
  status: 'removed',
  Appeal: { message: 'Why?', CreatedAt: report.CreatedAt, status: 'open', note: '', Decided_By: null, Decided_At: null },
  version: 2,
};
function Reports({ status = 'open' }: { status?: ReportFilter }) {
  const { items, counts } = useReports(status, societyId);
  return json([items, counts]);
}
const serveReports = (found: Report[]) =>
  onCall(getReports, () =>
    yes(getReports, found, { ...page, counts: { open: found.length, appealed: 0, dismissed: 0, removed: 0, noted: 0 } }),
  );

const ticket = aTicket({ User: me.ID, User_Name: me.Name });
const answered: SupportRequest = { ...ticket, Status: 'answered', Replies: [aReply({ Is_Support: true })], version: 2 };
const sharedTicket = ({ User_Email: _email, ...rest }: SupportRequest) => rest;
function Tickets() {
  return json([useMyRequests().items, useRequests('open').items]);
}
const serveTickets = (one: SupportRequest) => {
  onCall(getMyTickets, () => yes(getMyTickets, [one], page));
  const open = one.Status === 'open' ? [one] : [];
  onCall(getTickets, () => yes(getTickets, open, { ...page, counts: { open: open.length, answered: 1 - open.length, closed: 0 } }));
};

const proposal = aProposal();
const Staff = () => json(useStaff().data);
const serveStaff = (isAfter: boolean) => onCall(getStaff, () => yes(getStaff, { people: [], proposals: isAfter ? [proposal] : [] }));

/** Rows of reports, support tickets and staff. */
export const helpRows: ConformanceRow[] = [
  row(
    reportCreated,
    { report },
    {
      screen: subject(<Reports />),
      serve: (isAfter) => serveReports(isAfter ? [report] : []),
      state: text,
      late: { report: { ...report, message: 'Older', version: 0 } },
    },
  ),
  row(
    reportResolved,
    { report_id: report.ID, action: 'dismiss', version: 2 },
    {
      screen: subject(<Reports />),
      serve: (isAfter) => serveReports(isAfter ? [] : [report]),
      state: text,
      late: () => arrives(reportCreated, { report }),
    },
  ),
  row(
    reportTaken,
    { report_id: report.ID, Taken_By: { ID: me.ID, Name: me.Name }, version: 2 },
    {
      screen: subject(<Reports />),
      serve: (isAfter) => serveReports([isAfter ? { ...report, Taken_By: { ID: me.ID, Name: me.Name }, version: 2 } : report]),
      state: text,
      late: { report_id: report.ID, Taken_By: null, version: 1 },
    },
  ),
  row(
    reportAppealed,
    { report: appealed },
    {
      screen: subject(<Reports status="appealed" />),
      serve: (isAfter) => serveReports(isAfter ? [appealed] : []),
      state: text,
      late: { report: { ...appealed, message: 'Older', version: 1 } },
    },
  ),
  row(
    staffChanged,
    { user_id: proposal.Person.ID, version: 2 },
    {
      screen: subject(<Staff />),
      serve: serveStaff,
      state: text,
      late: { user_id: proposal.Person.ID, version: 1 },
    },
  ),
  row(
    supportRequestUpdated,
    { ticket: sharedTicket(answered) },
    {
      screen: subject(<Tickets />),
      serve: (isAfter) => serveTickets(isAfter ? answered : ticket),
      state: text,
      late: { ticket: sharedTicket(ticket) },
    },
  ),
];
