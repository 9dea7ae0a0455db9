import type { SampleLesson } from '../shape.ts';
import { finalExam } from './final-exam.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 28,
    title: 'When Something Goes Wrong',
    description: 'A fixed order of steps that saves your work first.',
    clip: 'when-something-goes-wrong',
    body: `After this video you can recover from the common faults on site without losing work.

## Always in this order

1. **Stop.** Stand still, in a safe place.
2. **Save.** Tap **Save segment** if the app still answers.
3. **Look.** Read the message. Take a screenshot.
4. **Restart the app.** Your saved work is still there.
5. **Restart the scanner.** Hold the button for 10 seconds.
6. **Go on** from the last good room.

## Common faults

| You see | Do |
|---|---|
| Red light stays on | Step back 1 m, wait 10 seconds, add light |
| Scanner not found | Bluetooth off and on, then pair again |
| "Storage full" | Remove your own videos from the phone, nothing of the app |
| Sync shows a red mark | Tap it, read it, try again on Wi-Fi |
| Battery dead in mid-scan | Change it, start a new segment in the last good room |
| Scanner fell | Calibrate before you go on |

## Danger comes first

If you smell gas or see fire, go out and touch no switch. Call the emergency number from the street. The scanner can stay behind.

**Watch out:** never sign out, clear the app's storage or remove the app to "fix" it. That deletes everything that has not reached the server.`,
  },
  {
    orderIndex: 29,
    title: 'Get Help From Support',
    description: 'What to send so that the first answer solves the problem.',
    minutes: 3,
    body: `After this lesson you can ask for help so that the first answer solves the problem.

## Who to ask

| Problem | Ask |
|---|---|
| Danger to people | Emergency number, then the office |
| Access, contact, due date | The office |
| App, scanner, sync | SiteScan support |
| Comment of a reviewer | The reviewer, inside the order |

Support answers from 7:00 to 19:00. Outside these hours, write. Do not wait on site.

## Send a report from the app

1. Open **Account**, then **Help**, then **Send report**.
2. The app adds the version, the phone, the scanner and a log. No photos are sent.
3. Write five lines:
   - order number
   - time it happened
   - what you did
   - what you saw, in the exact words of the message
   - what you have tried
4. Add one screenshot.

Without signal the report waits on the phone like all other work.

## A good report

"Order 4471, 10:20. Scanned Bedroom 2, light turned red, message 'Tracking lost'. Stepped back, waited, restarted the app. Same again."

**Watch out:** support never asks for your password or a sign-in code. If someone does, end the call and tell the office.`,
  },
  {
    orderIndex: 30,
    title: 'Final Exam: Property Inspection Field Training',
    description: 'Twenty questions on the whole course.',
    minutes: 20,
    points: 50,
    body: `Twenty questions on all modules, with one answer or several to choose. Read each question to the end. There is no time limit, and you can try again.`,
    questions: finalExam,
  },
  {
    orderIndex: 31,
    title: 'Capstone: One Property From Order to Report',
    description: 'Inspect a small property on your own and hand in the complete work.',
    minutes: 60,
    points: 100,
    body: `In this project you do one complete inspection on your own, and show that you can work without help.

## The task

Choose a flat or small house of 40 to 80 m² that you may enter, such as your own. Use a training order in SiteScan. No scanner yet? Draw the plan by hand and measure with a tape or laser. Plan **60 minutes**.

| Minutes | Step |
|---|---|
| 5 | Walk through, plan the path |
| 15 | Scan and check |
| 20 | Photos, notes, ratings |
| 10 | Floor plan |
| 10 | Report and summary |

## What you hand in

1. A floor plan with areas, heights and labels
2. Three laser lengths, each with its difference from the plan
3. Outside photos of each side that you can reach, and two of each room
4. At least three findings: condition, location, evidence, advice
5. A summary of at most five sentences

Write in the box below: what went well, what you would do differently next time, and your three lengths.

## Check yourself

- [ ] With a scanner: coverage 95 percent or more, loop error 2 cm or less
- [ ] Each length within 2 cm
- [ ] Every finding has three photos
- [ ] Every Not inspected has a reason
- [ ] No people or papers in photos
- [ ] Everything is put back in its place`,
  },
];
