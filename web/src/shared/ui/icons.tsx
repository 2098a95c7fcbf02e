import type { SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement>;

/** A 20 px stroke icon. Decoration only: the control it stands in carries the name. */
const icon = (path: string) =>
  function Icon(props: IconProps) {
    return (
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };

export const BalanceIcon = icon(
  'M10 3c3.6 0 6 1.1 6 2.5S13.6 8 10 8 4 6.9 4 5.5 6.4 3 10 3M4 5.5V10c0 1.4 2.4 2.5 6 2.5s6-1.1 6-2.5V5.5M4 10v4.5C4 15.9 6.4 17 10 17s6-1.1 6-2.5V10',
);
export const AppealsIcon = icon('m8.5 6.5 5 5M10.5 3 17 9.5M7 7l3.5-3.5M13 13l3.5-3.5M11 9l-7.5 7.5M10.5 17.5H17');
export const WithdrawalsIcon = icon('M10 12V3M6.5 6 10 2.5 13.5 6M3 11v5.5h14V11');
export const PayoutsIcon = icon('M2.5 4.5H15v8H2.5zM5 15.5h12.5v-8M8.75 10a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3');
export const OrdersIcon = icon('M3 3.5h4v4H3zM3 12.5h4v4H3zM10.5 4H17M10.5 7h4M10.5 13H17M10.5 16h4');
export const OperationsIcon = icon('M3 10a7 7 0 1 0 2.3-5.2L3 7M3 3v4h4M10 6.5V10l2.5 2');
export const WalletsIcon = icon(
  'M15 6V3.5H4.5a1.75 1.75 0 0 0 0 3.5H17v9.5H4.5A1.75 1.75 0 0 1 2.75 14.7V5.3M13.5 11.75h.5',
);
export const CabinetsIcon = icon('M6 2.5h8v15H6zM9.25 15h1.5');
export const RequisitesIcon = icon('M2.5 4.5h15v11h-15zM2.5 8.25h15M5.5 12.5h3');
export const DepositsIcon = icon('M3.5 7.5h13l-3-3M16.5 12.5h-13l3 3');
export const NotificationsIcon = icon(
  'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-2 5.5-2 6.5h13c0-1-2-2.5-2-6.5A4.5 4.5 0 0 0 10 3M8.25 16.5a1.9 1.9 0 0 0 3.5 0',
);
export const PingsIcon = icon('M2.5 10.5h3.25l2.25-6 4 11 2.25-5h3.25');
export const WebhooksIcon = icon(
  'M10 2.75a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8M5 12.5a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8M15 12.5a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8M8.9 7.3l-2.8 5.5M11.1 7.3l2.8 5.5M7.4 14.9h5.2',
);
export const PeopleIcon = icon(
  'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 16.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5M13 4a3 3 0 0 1 0 5.2M15 12.4c1.6.6 2.5 2 2.5 4.1',
);
export const JournalIcon = icon(
  'M5 2.5h10.5v15H5a1.5 1.5 0 0 1 0-3h10.5M3.5 16V4A1.5 1.5 0 0 1 5 2.5M7.5 6.5h5M7.5 9.5h5',
);
export const OverviewIcon = icon('M3 3h6v6.5H3zM11.5 3H17v4h-5.5zM11.5 9.5H17V17h-5.5zM3 12h6v5H3z');
export const AnalyticsIcon = icon('M3 17h14M5.5 13.5V9M10 13.5V4M14.5 13.5V7');
export const RadarIcon = icon('M10 17.5a7.5 7.5 0 1 0-7.5-7.5M10 13.5A3.5 3.5 0 1 0 6.5 10M10 10 4.5 15.5');
export const RateIcon = icon('M3 3.5v13h14M5.5 13l3.5-4 3 2.5L17 5.5');
export const HoldsIcon = icon('M4.5 9h11v8h-11zM6.75 9V6a3.25 3.25 0 0 1 6.5 0v3M10 12v2');
export const ProposalsIcon = icon('m2.5 10.5 3.5 3.5 7-8M10 13.5l.5.5 7-8');
export const LiquidityIcon = icon('M10 2.5s5.5 6 5.5 9.5a5.5 5.5 0 0 1-11 0C4.5 8.5 10 2.5 10 2.5M7 12a3 3 0 0 0 3 3');
export const MenuIcon = icon('M3.5 5.5h13M3.5 10h13M3.5 14.5h13');
export const CloseIcon = icon('m5 5 10 10M15 5 5 15');
export const CopyIcon = icon('M7 7h9.5v9.5H7zM4.75 13H3.5V3.5H13v1.25');
export const CheckIcon = icon('m4 10.5 4 4 8-9');
export const SearchIcon = icon('M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M13.25 13.25l3.75 3.75');
export const ChevronDownIcon = icon('m5.5 8 4.5 4.5L14.5 8');
export const ChevronLeftIcon = icon('M12 5.5 7.5 10l4.5 4.5');
export const ChevronRightIcon = icon('M8 5.5l4.5 4.5L8 14.5');
export const SidebarIcon = icon('M3 3.5h14v13H3zM7.75 3.5v13M13.5 8l-2 2 2 2');
export const LogoutIcon = icon('M8 3.5H3.5v13H8M8.5 10H17M13.75 6.75 17 10l-3.25 3.25');
export const MoveIcon = icon('M3.5 8v8.5h13V8M10 3v9.5M6.75 9.5 10 12.75l3.25-3.25');
export const EyeIcon = icon(
  'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10M10 12.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5',
);
export const EyeOffIcon = icon(
  'm3 3 14 14M8 4.8c.65-.2 1.3-.3 2-.3 5 0 8 5.5 8 5.5a14 14 0 0 1-2.3 2.9M12.9 14.9c-.9.4-1.8.6-2.9.6-5 0-8-5.5-8-5.5a14 14 0 0 1 4-4.1M8.4 8.4a2.25 2.25 0 0 0 3.2 3.2',
);
export const WarningIcon = icon('M10 6.5v4.25M10 13.5v.01M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15');
