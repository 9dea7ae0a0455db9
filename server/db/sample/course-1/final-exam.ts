import type { SampleQuestion } from '../shape.ts';

/** The twenty questions of lesson 30, on what lessons 5 to 29 teach. */
export const finalExam: SampleQuestion[] = [
  {
    text: 'When may you install a firmware update on the scanner?',
    type: 'single_choice',
    explanation: 'An update that stops halfway can leave the scanner unusable, so it needs mains power and time.',
    answers: [
      { text: 'In the car before a visit' },
      { text: 'Between two rooms' },
      { text: 'On mains power, away from a visit', isCorrect: true },
    ],
  },
  {
    text: 'Two orders show the same street and house number. How do you make sure that you open the right one?',
    type: 'single_choice',
    explanation: 'Flats at one address look alike in the list. The order number is different for each.',
    answers: [
      { text: 'Compare the order number', isCorrect: true },
      { text: 'Take the one at the top' },
      { text: 'Compare the distance' },
      { text: 'Take the one with the earlier due date' },
    ],
  },
  {
    text: 'You may remove the app while the sync icon shows a grey cloud.',
    type: 'true_false',
    explanation: 'A grey cloud means that the work exists only on the phone. Removing the app deletes it.',
    answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
  },
  {
    text: 'How much free space should the phone have before a day without signal?',
    type: 'single_choice',
    explanation: 'A large house takes about 3 GB. With 10 GB you can work a whole day.',
    answers: [{ text: '1 GB' }, { text: '3 GB' }, { text: '5 GB' }, { text: '10 GB', isCorrect: true }],
  },
  {
    text: 'How long do you have to accept or decline a new order?',
    type: 'single_choice',
    explanation: 'A new order waits 4 hours for your answer, also when your phone has no signal.',
    answers: [
      { text: '1 hour' },
      { text: '4 hours', isCorrect: true },
      { text: '24 hours' },
      { text: '2 working days' },
    ],
  },
  {
    text: 'Which reasons are good ones to decline an order?',
    type: 'multiple_choice',
    explanation:
      'An interest in the property, a missing licence or an impossible due date rule you out. Pets are a matter for the call to the contact.',
    answers: [
      { text: 'You know the owner', isCorrect: true },
      { text: 'The contact has a dog' },
      { text: 'It needs a licence that you do not hold', isCorrect: true },
      { text: 'The due date cannot be met', isCorrect: true },
    ],
  },
  {
    text: 'Where do you write the code of an alarm?',
    type: 'single_choice',
    explanation: 'Only you and the office can see the field "Access code". Notes may be printed.',
    answers: [
      { text: 'In the visit notes' },
      { text: 'In the summary of the report' },
      { text: 'In the field "Access code"', isCorrect: true },
      { text: 'On a photo of the door' },
    ],
  },
  {
    text: 'You stopped a visit halfway. What happens to the segments that you have scanned?',
    type: 'single_choice',
    explanation: 'Segments stay with the open order. On the second visit you add the rest.',
    answers: [
      { text: 'They stay with the order, and you can add more', isCorrect: true },
      { text: 'They are deleted after 15 minutes' },
      { text: 'They must be scanned again' },
    ],
  },
  {
    text: 'Which speed is right while you scan?',
    type: 'single_choice',
    explanation: 'One slow step per second, about 0.5 m, gives the scanner enough overlap.',
    answers: [
      { text: 'Normal walking speed, about 1.5 m per second' },
      { text: 'About 0.5 m per second', isCorrect: true },
      { text: 'One step every 10 seconds' },
    ],
  },
  {
    text: 'Why do you end a scan at the point where you began?',
    type: 'single_choice',
    explanation: 'With a closed loop the software knows the gap between start and end, and can correct the drift.',
    answers: [
      { text: 'It saves battery' },
      { text: 'It makes the file smaller' },
      { text: 'It marks the front door on the plan' },
      { text: 'It lets the software measure and correct drift', isCorrect: true },
    ],
  },
  {
    text: 'What helps in a bare white corridor where tracking gets lost?',
    type: 'single_choice',
    explanation: 'The scanner needs shapes to follow. Two objects on the floor are enough.',
    answers: [
      { text: 'Lay down two objects, such as a bag and a shoe cover', isCorrect: true },
      { text: 'Switch the lights off' },
      { text: 'Walk through quickly' },
      { text: 'Hold the scanner against the wall' },
    ],
  },
  {
    text: 'Which values let you leave the property?',
    type: 'multiple_choice',
    explanation: 'Needed are 95 percent coverage or more, a loop error of 2 cm or less, and laser checks within 2 cm.',
    answers: [
      { text: 'Coverage 97 percent', isCorrect: true },
      { text: 'Loop error 3 cm' },
      { text: 'Loop error 1 cm', isCorrect: true },
      { text: 'A laser check that differs by 5 cm' },
    ],
  },
  {
    text: 'You come from a freezing street into a warm house. What do you do with the scanner?',
    type: 'single_choice',
    explanation: 'In the closed case it warms up slowly, and no water settles on the lens.',
    answers: [
      { text: 'Start at once, before it warms up' },
      { text: 'Put it on a radiator' },
      { text: 'Leave it in the closed case for 15 minutes', isCorrect: true },
      { text: 'Wipe the lens with spray' },
    ],
  },
  {
    text: 'Which three photos does a finding need?',
    type: 'single_choice',
    explanation:
      'The wide one shows the place, the middle one the surroundings, the close one the size with a ruler or coin.',
    answers: [
      { text: 'Left, right and above' },
      { text: 'Wide, middle and close', isCorrect: true },
      { text: 'With flash, without flash and from outside' },
    ],
  },
  {
    text: 'A boiler is 25 years old and runs well without damage. Which rating is right?',
    type: 'single_choice',
    explanation: 'Age is not a fault. Record the year and rate the condition.',
    answers: [{ text: 'Good', isCorrect: true }, { text: 'Poor' }, { text: 'Safety' }, { text: 'Not inspected' }],
  },
  {
    text: 'A roof beam shows 23 percent moisture. What does that mean?',
    type: 'single_choice',
    explanation: 'For wood, below 16 percent is dry, 16 to 20 is to be watched, above 20 is wet.',
    answers: [{ text: 'Dry' }, { text: 'Watch' }, { text: 'Wet', isCorrect: true }],
  },
  {
    text: 'What belongs in the advice of a finding?',
    type: 'multiple_choice',
    explanation: 'Advice names who should act and by when. Prices and promises are not part of an inspection.',
    answers: [
      { text: 'Who should repair it', isCorrect: true },
      { text: 'What the repair will cost' },
      { text: 'When it should be done', isCorrect: true },
      { text: 'How long the repair will last' },
    ],
  },
  {
    text: 'A wall on the plan is not square to the others. The laser agrees with the scan. You straighten the wall so that the plan looks tidy.',
    type: 'true_false',
    explanation: 'Old houses have crooked walls. Scan and laser agree, so the plan stays as it is.',
    answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
  },
  {
    text: 'A reviewer asks for the height of a room that you could not enter. What do you answer?',
    type: 'single_choice',
    explanation: 'A value that was not measured is never invented. Say why it is missing.',
    answers: [
      { text: 'The usual height for such a house' },
      { text: '"Done", without a change' },
      { text: 'Nothing, and submit again' },
      { text: '"Cannot", with the reason', isCorrect: true },
    ],
  },
  {
    text: 'You smell gas. You go out and call the emergency number from the street before you call support.',
    type: 'true_false',
    explanation: 'People come first. Support can wait until everybody is safe.',
    answers: [{ text: 'True', isCorrect: true }, { text: 'False' }],
  },
];
