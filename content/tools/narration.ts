// What the clips say and show. One sentence is one caption; make-media.ts turns this table into videos.

import { narrationOfTheScan } from './narration-of-the-scan.ts';
import type { Slide } from './studio/page.ts';

/** A video of ../media; several lessons may show it. */
export type ClipName = keyof typeof narration;

export const narration = {
  ...narrationOfTheScan,
  'welcome-to-the-field': [
    {
      heading: 'Welcome to the field',
      lines: ['Houses, plans, reports'],
      drawing: 'house',
      sentences: ['Welcome to Groundwork.', 'SiteScan turns your walk through a house into a floor plan and a report.'],
    },
    {
      heading: 'One order, four jobs',
      lines: ['Prepare and scan', 'Collect photos and notes', 'Finish the report'],
      drawing: 'route',
      sentences: ['Every order has four jobs: prepare, scan, collect, and finish.'],
    },
    {
      heading: 'Safety first',
      lines: ['Ask before you enter', 'Stop when it is not safe'],
      drawing: 'hardHat',
      sentences: ['Ask before you enter a room, and stop when a place is not safe.'],
    },
    {
      heading: 'No signal? No problem',
      lines: ['Work is kept on the phone', 'It is sent later'],
      drawing: 'phoneOffline',
      sentences: ['Without signal, keep working: the phone keeps it, and sends it later.'],
    },
    {
      heading: 'Your next step',
      lines: ['One lesson at a time', 'Learn it, then do it'],
      drawing: 'checklist',
      sentences: ['Now take one lesson at a time.'],
    },
  ],
  'set-up-your-account': [
    {
      heading: 'Set up your account',
      lines: ['Once, before the first visit'],
      drawing: 'phone',
      sentences: ['Set up your account before the first visit.'],
    },
    {
      heading: 'Open the invitation',
      lines: ['Use the link you were sent', '12 characters or more'],
      drawing: 'envelope',
      sentences: ['Open your invitation, and choose a password of at least twelve characters.'],
    },
    {
      heading: 'Your full name',
      lines: ['As on your identity card', 'It stands on every report'],
      drawing: 'badge',
      sentences: ['Enter your name as on your identity card: it is printed on every report.'],
    },
    {
      heading: 'Allow what it needs',
      lines: ['Camera: photos', 'Bluetooth: the scanner', 'Location: proof of the visit'],
      drawing: 'toggles',
      sentences: ['Allow the camera, Bluetooth and location, or SiteScan cannot work.'],
    },
    {
      heading: 'Prepare for offline',
      lines: ['Connect to Wi-Fi', "Download today's orders"],
      drawing: 'download',
      sentences: ["On Wi-Fi, download today's orders, so that they open without signal."],
    },
  ],
  'find-your-next-order': [
    {
      heading: 'Find your next order',
      lines: ['In less than a minute'],
      drawing: 'orderList',
      sentences: ['Find your next order in less than a minute.'],
    },
    {
      heading: 'Filter the list',
      lines: ['Show: new', 'Sort: due date'],
      drawing: 'funnel',
      sentences: ['Show only the new orders, and sort them by due date.'],
    },
    {
      heading: 'Look at the distance',
      lines: ['Group what lies together', 'Drive less, inspect more'],
      drawing: 'mapPins',
      sentences: ['Then look at the distance, and group orders that lie close together.'],
    },
    {
      heading: 'Read before you accept',
      lines: ['Size of the house', 'Access notes', 'Name of the contact'],
      drawing: 'orderSheet',
      sentences: ['Before you accept, read the size, the access notes and the name of the contact.'],
    },
    {
      heading: 'Accept, then call',
      lines: ['Accept within 4 hours', 'Call and set a time'],
      drawing: 'phoneCall',
      sentences: ['Accept within four hours, then call the contact, and set a time.'],
    },
  ],
  'see-the-field-as-a-business': [
    {
      heading: 'See the field as a business',
      lines: ['The same four jobs', 'Seen by who pays the bills'],
      drawing: 'route',
      sentences: ['Every order is a small business of its own.'],
    },
    {
      heading: 'Every step costs time',
      lines: ['Calls, drive, visit', 'Desk and corrections'],
      drawing: 'logEntry',
      sentences: ['Each step costs time: the calls, the drive, the visit, and the desk.'],
    },
    {
      heading: 'Once is enough',
      lines: ['Check before you leave', 'A second visit is unpaid'],
      drawing: 'magnifierPlan',
      sentences: ['Check before you leave: a second visit costs the profit of two orders.'],
    },
    {
      heading: 'Write it down',
      lines: ['Minutes in all', 'Money left', 'Where it came from'],
      drawing: 'checklist',
      sentences: ['For each order, write down the minutes, the money left, and where it came from.'],
    },
    {
      heading: 'The next order',
      lines: ['A clear report, on time', 'Clients come back'],
      drawing: 'envelope',
      sentences: ['A clear report, sent on time, brings the next order.'],
    },
  ],
  'photos-and-notes': [
    {
      heading: 'Photos and notes',
      lines: ['A photo proves', 'A note explains'],
      drawing: 'camera',
      sentences: ['A photo proves, and a note explains.'],
    },
    {
      heading: 'Three photos each',
      lines: ['Wide: where it is', 'Middle: about 1 metre away', 'Close: with a ruler'],
      drawing: 'threePhotos',
      sentences: ['Take three photos of each finding: wide, middle, and close.'],
    },
    {
      heading: 'Show the size',
      lines: ['Ruler or coin beside it', 'Sharp? Look before you go on'],
      drawing: 'crackRuler',
      sentences: ['Lay a ruler or a coin beside it, so that its size can be read.'],
    },
    {
      heading: 'Write the note',
      lines: ['Where is it?', 'What is it?', 'How much?'],
      drawing: 'note',
      sentences: ['Write where it is, what it is, and how much: a crack, forty centimetres long.'],
    },
    {
      heading: 'Keep it private',
      lines: ['No people', 'No papers, no screens'],
      drawing: 'privacy',
      sentences: ['Keep people, papers and screens out of the picture.'],
    },
  ],
  'when-something-goes-wrong': [
    {
      heading: 'When something goes wrong',
      lines: ['Stop, and keep your work'],
      drawing: 'warning',
      sentences: ['When something goes wrong, stop, and keep your work.'],
    },
    {
      heading: 'Save first',
      lines: ['Pause the scan', 'Save it as it is'],
      drawing: 'savePause',
      sentences: ['Pause the scan and save it, before you try anything else.'],
    },
    {
      heading: 'One thing at a time',
      lines: ['1. Restart the app', '2. Restart the scanner', '3. Go on from a good room'],
      drawing: 'restartSteps',
      sentences: ['Then restart the app, then the scanner, and go on from the last good room.'],
    },
    {
      heading: 'Write it down',
      lines: ['The time', 'The message, word for word', 'What you did before'],
      drawing: 'logEntry',
      sentences: ['Write down the time, the message on the screen, and what you did before.'],
    },
    {
      heading: 'Call support',
      lines: ['After ten minutes', 'Tell the contact too'],
      drawing: 'headset',
      sentences: ['Still stuck after ten minutes?', 'Call support, and tell the contact.'],
    },
  ],
} satisfies Record<string, Slide[]>;
