import type { SampleQuestion } from '../shape.ts';

/** The 20 questions of lesson 30. */
export const questions: SampleQuestion[] = [
  {
    text: 'You see a brown stain on the ceiling below a bathroom. Which sentence belongs in your report?',
    type: 'single_choice',
    explanation:
      'An observation with a reasoned opinion is allowed. Naming a broken part that you cannot see is a diagnosis, and an all-clear has no proof.',
    answers: [
      { text: 'The shower tray is cracked and must be replaced.' },
      { text: 'Brown stain, 40 cm wide. Its position suggests a leak from above.', isCorrect: true },
      { text: 'The ceiling is old, no action needed.' },
      { text: 'The plumber made a mistake under the bathroom.' },
    ],
  },
  {
    text: 'A carbon monoxide alarm sounds in the cellar. What do you do first?',
    type: 'single_choice',
    explanation:
      'The gas has no smell and acts fast. Everyone goes out into fresh air, then you call the emergency line.',
    answers: [
      { text: 'Finish the cellar with the windows open' },
      { text: 'Look at the boiler to find the cause' },
      { text: 'Take the battery out of the alarm' },
      { text: 'Get everyone out into fresh air', isCorrect: true },
    ],
  },
  {
    text: 'A ladder reaches a landing at 4 m height. How do you place it?',
    type: 'single_choice',
    explanation:
      'The foot stands 1 m out for every 4 m of height, and the top stands 1 m above the landing so that you can hold on.',
    answers: [
      { text: 'Foot 1 m out, top 1 m above the landing', isCorrect: true },
      { text: 'Foot 2 m out, top level with the landing' },
      { text: 'Foot 0.5 m out, top 1 m above the landing' },
      { text: 'Foot 1 m out, top level with the landing' },
    ],
  },
  {
    text: 'During a supervised visit the new inspector forgets to cover a mirror. Nobody is in danger. What do you do?',
    type: 'single_choice',
    explanation:
      'You stay silent except for danger, damage, or an upset client. Feedback follows on site within ten minutes, and the learner repairs the scan.',
    answers: [
      { text: 'Take the scanner and rescan the wall yourself' },
      { text: 'Call out the mistake in front of the client' },
      { text: 'Stay silent, then give feedback on site and let them repair it', isCorrect: true },
      { text: 'Write it in your own notes and discuss it next week' },
    ],
  },
  {
    text: 'A device with two unsent orders is stolen. Which steps are right on the same day? Choose all that apply.',
    type: 'multiple_choice',
    explanation:
      'Protect the account first, then list what was not synced and plan new visits. Waiting may give a stranger access to client data.',
    answers: [
      { text: 'Tell your lead and change your password from another device', isCorrect: true },
      { text: 'Sign out all other devices', isCorrect: true },
      { text: 'Wait a day, because the device may be found' },
      { text: 'List the orders that were not synced and plan new visits', isCorrect: true },
    ],
  },
  {
    text: 'The device shows a connection to public Wi-Fi, but nothing is sent. What is the likely reason?',
    type: 'single_choice',
    explanation:
      'Public networks often ask for a sign-in page. Until it is answered the device is connected, but nothing gets through.',
    answers: [
      { text: 'The order was cancelled' },
      { text: 'The network waits for its sign-in page', isCorrect: true },
      { text: 'The scan is too large for every network' },
      { text: 'The app must be deleted and installed again' },
    ],
  },
  {
    text: 'A photo of an occupant was taken with the normal phone camera by mistake. It is enough to delete it from the phone.',
    type: 'true_false',
    explanation:
      'The phone may have copied it to a private cloud account. Delete both copies and report it the same day.',
    answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
  },
  {
    text: 'The order says 120 m², but it lists rooms for about 200 m². What do you do?',
    type: 'single_choice',
    explanation:
      'A gap above 20 percent needs a call before the visit. Write down both values, and never correct the client data silently.',
    answers: [
      { text: 'Change the area in the order to 200 m²' },
      { text: 'Ignore it, because the scan will show the area' },
      { text: 'Call the contact before the visit and note both values', isCorrect: true },
      { text: 'Decline the order' },
    ],
  },
  {
    text: 'A new order is for a house in which you own a share. Which way out fits?',
    type: 'single_choice',
    explanation:
      'You are not independent, so the order must not be done by you. Waiting or asking the client does not change that.',
    answers: [
      { text: 'Keep it open for a week' },
      { text: 'Decline the order and give the true reason', isCorrect: true },
      { text: 'Do it, and name your share in the report' },
      { text: 'Do it, if the client agrees by phone' },
    ],
  },
  {
    text: 'Which lines belong in a handover note? Choose all that apply.',
    type: 'multiple_choice',
    explanation:
      'The next person needs what is done, what is open, the reason, the hazards, and what is needed. An opinion about the client helps nobody.',
    answers: [
      { text: 'Levels and rooms done and open', isCorrect: true },
      { text: 'Your opinion about the client' },
      { text: 'Hazards found', isCorrect: true },
      { text: 'Key, person, or tool needed next', isCorrect: true },
    ],
  },
  {
    text: 'Why do you return to a place that is already scanned before you end a loop?',
    type: 'single_choice',
    explanation:
      'A closed loop lets the software compare both passes and correct the position error. A long open line gives it nothing to compare.',
    answers: [
      { text: 'It makes the colours brighter' },
      { text: 'It saves storage on the device' },
      { text: 'It replaces the laser checks' },
      { text: 'It lets the software correct the position error', isCorrect: true },
    ],
  },
  {
    text: 'An L-shaped building has one wing per company. How do you split the scan?',
    type: 'single_choice',
    explanation: 'Segments are joined over one shared full room. In an L shape this is the corner room.',
    answers: [
      { text: 'Own segments per wing with a shared corner room', isCorrect: true },
      { text: 'Own segments per wing that do not overlap' },
      { text: 'One segment for both wings, as long as it takes' },
      { text: 'Own segments per wing that meet in a doorway' },
    ],
  },
  {
    text: 'A floor lies 30 cm higher than the next one. How do you treat it?',
    type: 'single_choice',
    explanation:
      'Only a change above 50 cm becomes a level of its own. Smaller steps stay in the level and are measured by hand.',
    answers: [
      { text: 'As a new level' },
      { text: 'As the same level, without a note' },
      { text: 'As the same level, with the step measured by hand', isCorrect: true },
      { text: 'As a void' },
    ],
  },
  {
    text: 'After one repair the loop error of a level is still 4 cm. What comes next?',
    type: 'single_choice',
    explanation:
      'Above 2 cm after one repair means that the level is recorded again. Pulling walls in the editor only hides the error.',
    answers: [
      { text: 'Repeat the same repair until it closes' },
      { text: 'Record the level again', isCorrect: true },
      { text: 'Pull the walls together in the editor' },
      { text: 'Submit it with a note' },
    ],
  },
  {
    text: 'You may reuse a photo from an older order if the wall looks the same today.',
    type: 'true_false',
    explanation: 'A photo proves the state on its date. An old photo is no proof for the day of this visit.',
    answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
  },
  {
    text: 'You hesitate between two grades. Nobody can be hurt. Which rule applies?',
    type: 'single_choice',
    explanation:
      'If people can be hurt, take the more serious grade. Otherwise take the milder one and give the reason.',
    answers: [
      { text: 'The more serious grade, to be safe' },
      { text: 'The grade that the owner prefers' },
      { text: 'No grade until a specialist has been there' },
      { text: 'The milder grade, with the reason', isCorrect: true },
    ],
  },
  {
    text: 'Which signs send a crack to a structural engineer? Choose all that apply.',
    type: 'multiple_choice',
    explanation:
      'Width over 5 mm, an offset between the sides, or stuck doors and sloping floors call for an engineer. A crack under 1 mm without offset is recorded with a scale.',
    answers: [
      { text: 'Width of 7 mm', isCorrect: true },
      { text: 'Width of 0.5 mm without offset, doors move freely' },
      { text: 'Offset between the two sides', isCorrect: true },
      { text: 'Doors beside it are stuck', isCorrect: true },
    ],
  },
  {
    text: 'A room measures 5.00 m by 4.00 m. Each length may be off by 2 cm. By how much may the area be off?',
    type: 'single_choice',
    explanation: '5 x 0.02 + 4 x 0.02 = 0.18 m². So the area is stated as 20.0 m², without a second decimal.',
    answers: [
      { text: 'About 0.02 m²' },
      { text: 'About 0.04 m²' },
      { text: 'About 0.18 m²', isCorrect: true },
      { text: 'About 1.8 m²' },
    ],
  },
  {
    text: 'A reviewer who finds a wrong grade returns the report, so that the author makes the change.',
    type: 'true_false',
    explanation:
      'The author signs the report, so the author makes the changes. The reviewer returns one numbered list.',
    answers: [{ text: 'True', isCorrect: true }, { text: 'False' }],
  },
  {
    text: 'The app stops in the middle of a visit and a new inspector has cut a hand. What is the right sequence?',
    type: 'single_choice',
    explanation: 'People come first, then the data, then the order. The cause of the fault is last.',
    answers: [
      { text: 'Data, people, order, fault' },
      { text: 'People, data, order, fault', isCorrect: true },
      { text: 'Fault, data, people, order' },
      { text: 'People, fault, order, data' },
    ],
  },
];
