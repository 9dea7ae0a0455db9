import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 24,
    title: 'Finish the Floor Plan',
    description: 'Correct what the software drew: walls, doors, windows and stairs.',
    clip: 'finish-the-floor-plan',
    body: `After this video you can turn the automatic drawing into a floor plan that agrees with the house.

## What the software does, and what you do

SiteScan draws walls from the scan. It guesses doors, windows and stairs. You check every guess.

## Work in this order

1. **Outline.** Compare the outside shape with your photos of the four sides.
2. **Walls.** Drag a wall line in steps of 1 cm. Use the scan points below it as a guide.
3. **Openings.** Set each door: width, hinge side, direction. Set each window: width and sill height.
4. **Stairs.** Draw the arrow upwards. Count the steps.
5. **Fixed items.** Kitchen, bath, toilet, boiler. No furniture.
6. **Laser lengths.** Compare your three lengths with the plan.

## Common errors

| You see | Reason | Do |
|---|---|---|
| Double wall | Drift | Keep the line that agrees with the laser |
| Very thick wall | Cupboard in front | Move the line to the wall |
| Missing door | It was closed | Add it, compare with the photo |
| Extra room | Mirror | Delete it |

**Watch out:** do not turn a crooked wall into a straight one because it looks better. Old houses have walls that are not square. The scan is right until the laser says otherwise.`,
  },
  {
    orderIndex: 25,
    title: 'Areas, Heights and Labels',
    description: 'Which floor area counts, where to take heights, and how to name rooms.',
    minutes: 5,
    body: `After this lesson you can check the areas of a plan and label it so that nobody has to ask.

## Area

Read the field **Area standard** in the order first. Without one, use these rules:

| Part | Counts |
|---|---|
| Room, wall to wall inside | Yes |
| Below a ceiling lower than 1.5 m | No |
| Stairs | Once, on the floor where they start |
| Open space above a lower room | No |
| Balcony, garage, outside cellar | Listed apart |

## Check the sum

1. Add the areas of all rooms on one floor.
2. Add the walls between them, about 10 percent.
3. Compare with the area of the outline.
4. More than **3 percent** apart: look for a missing or doubled room.

## Heights

- One height for a flat ceiling
- Lowest and highest point for a sloped one
- Floor to floor at the stairs

## Labels

- Take the name from the list: Bedroom 1, Bedroom 2, Bath, Hall.
- Number from the front door, clockwise.
- Label by what it is built as, not how it is used. A bedroom with a desk stays a bedroom.

**Watch out:** report, photos and plan must use the same room names. Rename a room on the plan, and the app renames it everywhere.`,
  },
  {
    orderIndex: 26,
    title: 'Answer Review Comments and Submit',
    description: 'The last check, the submit button, and what to do when an order comes back.',
    minutes: 4,
    body: `After this lesson you can submit an order that passes review, and correct one that was returned.

## Before you submit

- [ ] Scan check shows three good values
- [ ] Plan agrees with the three laser lengths
- [ ] Report bar shows 100 percent
- [ ] No person or letter in any photo
- [ ] Your own name and today's date are right

## Submit

1. Connect to Wi-Fi and to a charger. A house takes 10 to 20 minutes to send.
2. Open the order and tap **Submit**. The order is now locked.
3. Wait for the green tick. Only then has the reviewer got it.

## When it is returned

You have **2 working days**.

| Comment asks for | You do |
|---|---|
| A correction | Change it, answer "Done" |
| Something you did not see | Answer "Cannot", with the reason |
| Something you think is wrong | Answer with your evidence |

1. Read all comments first.
2. Answer **every** comment. One open comment stops the submit button.
3. Submit again.

**Watch out:** never invent a value to satisfy a comment. If a measurement is missing and the scan cannot give it, say so and offer a second visit.`,
  },
  {
    orderIndex: 27,
    title: 'Quiz: Editing and Finalization',
    description: 'Three questions on the plan, areas and review.',
    minutes: 3,
    body: `Three questions on module 6. Have the rules for areas in mind.`,
    questions: [
      {
        text: 'The plan shows an extra room behind the bathroom wall. There is a large mirror on that wall. What do you do?',
        type: 'single_choice',
        explanation:
          'The scanner saw the reflection. The room does not exist, so it must not stay on the plan under any name.',
        answers: [
          { text: 'Label it "Not inspected"' },
          { text: 'Make it part of the bathroom' },
          { text: 'Leave it for the reviewer' },
          { text: 'Delete it', isCorrect: true },
        ],
      },
      {
        text: 'The order names no area standard. Which parts do not count in the floor area?',
        type: 'multiple_choice',
        explanation:
          'Space below 1.5 m and open space above a lower room do not count. Rooms count from wall to wall, and stairs count once.',
        answers: [
          { text: 'Space below a ceiling lower than 1.5 m', isCorrect: true },
          { text: 'A bedroom used as an office' },
          { text: 'Open space above a lower room', isCorrect: true },
          { text: 'Stairs, on the floor where they start' },
        ],
      },
      {
        text: 'You can submit a returned order while one comment has no answer.',
        type: 'true_false',
        explanation: 'Every comment needs an answer. One open comment stops the submit button.',
        answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
      },
    ],
  },
];
