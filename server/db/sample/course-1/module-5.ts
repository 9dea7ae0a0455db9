import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 19,
    title: 'Photos and Notes',
    description: 'Pictures that prove a finding, and notes that a stranger can follow.',
    clip: 'photos-and-notes',
    body: `After this video you can take photos and write notes that prove a finding to someone who was never there.

## The photos every order needs

| Where | How many |
|---|---|
| Outside | 4, one of each side |
| Street and house number | 1 |
| Each room | 2, from opposite corners |
| Each finding | 3: wide, middle, close |

## Three photos of a finding

1. **Wide:** the whole wall, so that the place is clear.
2. **Middle:** about 1 m away.
3. **Close:** sharp, with a ruler or a coin beside it.

Hold still, tap to focus, and look at the picture before you walk on.

## Notes in three parts

Say **where**, **what** and **how much**.

- Good: "Bedroom 2, north wall, above window: crack, 40 cm long, 2 mm wide."
- Poor: "Crack on the left, quite bad."

Write what you see. Do not write the cause unless you can show it.

## Privacy

Keep people, family pictures, letters and screens out of the photo. If one is in it, take the photo again.

**Watch out:** use the camera inside the app. A photo from the phone's own camera has no order number and no room.`,
  },
  {
    orderIndex: 20,
    title: 'Rate What You See',
    description: 'Five ratings, with a clear line between them.',
    minutes: 5,
    body: `After this lesson you can give the same rating as another inspector who looks at the same thing.

## The five ratings

| Rating | Meaning | You must add |
|---|---|---|
| Good | Works, no visible damage | Nothing |
| Fair | Worn, still works, watch it | A note |
| Poor | Damaged or does not work | A note, 3 photos, advice |
| Safety | Someone could be hurt | The same, and a call |
| Not inspected | You could not see or reach it | A reason, 1 photo of what stopped you |

## How to decide

1. Could it hurt someone soon? **Safety**.
2. If not: is it broken, or does it let water in? **Poor**.
3. If not: is it worn? **Fair**.
4. If not: **Good**.

Ask in this order and stop at the first yes.

## What to do with Safety

1. Tell the contact at once, in plain words: "Please do not use this balcony."
2. Call the office before you leave.
3. Write the time of both in the note.

## Age is not a fault

An old boiler that runs well is Good. Write its year, and leave the rating alone.

**Watch out:** never choose Good for something you did not see. A snow-covered roof is Not inspected, with the reason "snow".`,
  },
  {
    orderIndex: 21,
    title: 'Record the Building Systems',
    description: 'Electricity, water, heating and roof: what to photograph and what never to touch.',
    minutes: 6,
    body: `After this lesson you can record the main systems of a house without touching anything dangerous.

## What to record

| System | Photo | Note |
|---|---|---|
| Electrical panel | Closed door, then door open | Main switch rating, labels missing |
| Water | Main shutoff, meter | Material of the pipe |
| Heating | Whole unit, data plate | Year, fuel |
| Water heater | Whole unit, data plate | Year, size |
| Roof | From the ground, each side | Covering, missing pieces |
| Attic | From the hatch | Insulation depth in cm |

## What you never do

- Remove the screwed cover of a panel
- Light a burner or turn a closed valve
- Walk on a roof
- Step off the boards in an attic

## Moisture in wood

1. Measure a dry place first, for comparison.
2. Measure the suspect place three times. Record the highest value.
3. Take a photo with the display in it.

| Value | Meaning |
|---|---|
| Below 16 percent | Dry |
| 16 to 20 percent | Watch |
| Above 20 percent | Wet |

These values are for wood. On plaster, only compare with the dry place.

**Watch out:** a data plate photo must be readable. Zoom in on the screen. If you cannot read the year there, nobody can.`,
  },
  {
    orderIndex: 22,
    title: 'Build the Inspection Report',
    description: 'Turn photos, notes and ratings into a report that people can act on.',
    minutes: 6,
    body: `After this lesson you can turn your photos and notes into a report that a reader understands in five minutes.

## The six sections

1. Property
2. Exterior
3. Roof
4. Interior
5. Systems
6. Summary

Fill 1 to 5 on site, room by room. Write the summary last.

## Four parts of a finding

| Part | Example |
|---|---|
| Condition | Gutter loose over 2 m |
| Location | Exterior, south side, above the door |
| Evidence | Photos 31 to 33 |
| Advice | A roofer should fix it before winter |

Advice names **who** and **when**. It never names a price.

## The summary

- At most five findings.
- Safety first, then Poor.
- One sentence each.
- List all areas that were not inspected.

## Check before you leave the property

1. The bar at the top shows 100 percent.
2. Every Poor and Safety has three photos.
3. Every Not inspected has a reason.
4. Read the summary aloud. If you stumble, make it shorter.

**Watch out:** do not copy text from the last house. Reviewers often find a wrong street, a wrong number of floors or a garage that does not exist.`,
  },
  {
    orderIndex: 23,
    title: 'Quiz: Data and Reports',
    description: 'Three questions on photos, ratings and findings.',
    minutes: 3,
    body: `Three questions on module 5. Decide as you would on site, with the report open in your hand.`,
    questions: [
      {
        text: 'Which note is the best one?',
        type: 'single_choice',
        explanation:
          'A note says where, what and how much. This one names the room, the wall, the damage and its size, and guesses no cause.',
        answers: [
          { text: 'Large stain on the left, probably from the shower' },
          { text: 'Bathroom, east wall, below window: brown stain, 30 by 20 cm', isCorrect: true },
          { text: 'Bathroom wall damaged, owner should be asked' },
          { text: 'Stain, see photo' },
        ],
      },
      {
        text: 'The roof is covered with snow. You rate it "Good" because the attic below is dry.',
        type: 'true_false',
        explanation: 'You did not see the roof. It is "Not inspected" with the reason "snow" and one photo.',
        answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
      },
      {
        text: 'You rate a loose balcony rail "Safety". What else must you do?',
        type: 'multiple_choice',
        explanation:
          'A Safety finding needs three photos, a word to the contact at once and a call to the office before you leave. You do not repair or price anything.',
        answers: [
          { text: 'Tell the contact at once', isCorrect: true },
          { text: 'Tighten the screws yourself' },
          { text: 'Call the office before you leave', isCorrect: true },
          { text: 'Take three photos', isCorrect: true },
        ],
      },
    ],
  },
];
