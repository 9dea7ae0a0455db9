// The clips about the scanner, the walk through the house and the plan that comes of it.

import type { Slide } from './studio/page.ts';

export const narrationOfTheScan = {
  'walk-the-scan-path': [
    {
      heading: 'Walk the scan path',
      lines: ['A good scan is a calm walk'],
      drawing: 'housePath',
      sentences: ['A good scan is a calm walk.'],
    },
    {
      heading: 'Start and end at the door',
      lines: ['One path, no jumps', 'The loop must close'],
      drawing: 'loopPlan',
      sentences: ['Start at the front door, and come back to it, so that the loop closes.'],
    },
    {
      heading: 'Slow and steady',
      lines: ['Half a metre a second', 'Scanner at chest height'],
      drawing: 'chestHeight',
      sentences: ['Walk half a metre a second, and hold the scanner at chest height.'],
    },
    {
      heading: 'At each doorway',
      lines: ['Turn sideways', 'Show both rooms for 3 seconds'],
      drawing: 'doorway',
      sentences: ['At a door, turn sideways, and show both rooms for three seconds.'],
    },
    {
      heading: 'Round each room',
      lines: ['1 to 3 metres from surfaces', 'Look into every corner'],
      drawing: 'wallDistance',
      sentences: ['Stay one to three metres from the walls, and point into every corner.'],
    },
  ],
  'light-mirrors-and-glass': [
    {
      heading: 'Light, mirrors and glass',
      lines: ['What the scanner cannot see'],
      drawing: 'windowReflection',
      sentences: ['Dark corners, mirrors and glass confuse the scanner.'],
    },
    {
      heading: 'Make it bright',
      lines: ['Every lamp on', 'Curtains open'],
      drawing: 'lamp',
      sentences: ['Switch on every lamp, and open the curtains.'],
    },
    {
      heading: 'Mind the sun',
      lines: ['Half close the curtains', 'Scan windows from the side'],
      drawing: 'sunWindow',
      sentences: ['Where the sun shines in, half close them again, and scan the window from the side.'],
    },
    {
      heading: 'Mirrors',
      lines: ['Cover the mirror', 'Or tag it in the app'],
      drawing: 'mirror',
      sentences: ['Cover a mirror, or tag it in the app: to the scanner, it is a second room.'],
    },
    {
      heading: 'Glass walls',
      lines: ['One strip of tape', 'Tag it in the app'],
      drawing: 'glassTape',
      sentences: ['Put a strip of tape on a glass wall, and tag it too.'],
    },
  ],
  'check-the-scan-on-site': [
    {
      heading: 'Check the scan on site',
      lines: ['Ten minutes now', 'or half a day later'],
      drawing: 'magnifierPlan',
      sentences: ['Check the scan before you leave.', 'Coming back costs half a day.'],
    },
    {
      heading: 'Count the rooms',
      lines: ['In the plan', 'In the house'],
      drawing: 'roomCount',
      sentences: ['Count the rooms in the plan, then in the house.'],
    },
    {
      heading: 'Look for gaps',
      lines: ['Red was not seen', 'Walk there again'],
      drawing: 'planGap',
      sentences: ['Red areas were not seen: walk there again.'],
    },
    {
      heading: 'Measure three lengths',
      lines: ['Two walls, one ceiling height', 'Limit: 2 centimetres'],
      drawing: 'laserLengths',
      sentences: ['Measure three lengths with the laser; two centimetres of difference is the limit.'],
    },
    {
      heading: 'Then leave',
      lines: ['All checks passed', 'Scan saved'],
      drawing: 'planGreen',
      sentences: ['Save the scan when all checks have passed, and only then leave.'],
    },
  ],
  'finish-the-floor-plan': [
    {
      heading: 'Finish the floor plan',
      lines: ['On the same day'],
      drawing: 'floorPlan',
      sentences: ['Finish the floor plan on the same day, while you remember the house.'],
    },
    {
      heading: 'Trust the scan',
      lines: ['Old walls are crooked', 'Move one only by the laser'],
      drawing: 'crookedWall',
      sentences: ['Leave a crooked wall crooked, unless the laser says otherwise.'],
    },
    {
      heading: 'Doors and windows',
      lines: ['Place each one', 'Set the opening side'],
      drawing: 'doorSwing',
      sentences: ['Place each door and window, and set the side to which the door opens.'],
    },
    {
      heading: 'Name the rooms',
      lines: ['Choose from the list', 'Number equal rooms'],
      drawing: 'roomNames',
      sentences: ['Name each room from the list: kitchen, hall, bedroom one.'],
    },
    {
      heading: 'Check the area',
      lines: ['Rooms and walls', '3 % off: look again'],
      drawing: 'areaSum',
      sentences: ['Add up rooms and walls: more than three percent off the outline is an error.'],
    },
  ],
  'care-for-the-scanner': [
    {
      heading: 'Care for the scanner',
      lines: ['Good care keeps it exact'],
      drawing: 'scanner',
      sentences: ['Good care keeps the scanner exact.'],
    },
    {
      heading: 'Clean the lens',
      lines: ['A soft, dry cloth', 'Never your sleeve'],
      drawing: 'lens',
      sentences: ['Wipe the lens with a soft, dry cloth, and never with your sleeve.'],
    },
    {
      heading: 'Charge two batteries',
      lines: ['The evening before', 'Between 5 and 35 °C'],
      drawing: 'battery',
      sentences: ['Charge both batteries the evening before, neither in the cold nor in the heat.'],
    },
    {
      heading: 'Use the case',
      lines: ['From the door to the car', 'Lens cap on'],
      drawing: 'carryCase',
      sentences: ['Carry the scanner in its case, even from the door to the car.'],
    },
    {
      heading: 'After a fall',
      lines: ['Calibrate: 2 minutes', 'Then scan the next room'],
      drawing: 'calibration',
      sentences: ['After a fall, calibrate before the next room, even if nothing looks broken.'],
    },
  ],
} satisfies Record<string, Slide[]>;
