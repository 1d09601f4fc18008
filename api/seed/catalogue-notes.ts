/** The notes that a shop shows below every product of a main category, as HTML. */
export const CATALOGUE_NOTES: Readonly<Record<string, string>> = {
  'Kitchen & Dining': `<h3>Good to know</h3><p>Wash it once by hand before the first use. Spare parts for this range are kept for <b>ten years</b>.</p>`,
  'Travel & Outdoors': `<h3>On the road</h3><ul><li>Air it after every trip and store it dry.</li><li>Small tears and zips are repaired free of charge within two years.</li></ul>`,
  'Sport & Play': `<h3>Before you start</h3><p>Check straps, screws and air before the first go. <b>Return it within 30 days</b>, even after the first training.</p>`,
  'Home & Living': `<h3>Care</h3><p>Natural materials change a little with light and use. Wipe with a soft cloth; leave strong cleaners in the cupboard.</p>`,
  'Music & Media': `<h3>In the box</h3><ul><li>The device, its cable and a quick guide on one page</li><li>A stand or a case where the facts name one</li></ul>`,
  'Family & Gifts': `<h3>As a present</h3><p>Ask the retailer for gift wrap at the checkout. The price is never on the delivery note.</p>`,

  Computers: `<h3>How we grade</h3><ul><li><b>Excellent</b>: no marks at arm's length</li><li><b>Very Good</b>: light marks that vanish in use</li><li><b>Good</b>: visible wear, everything works</li><li><b>Acceptable</b>: strong wear, sold for parts of its price</li></ul><p>Storage is erased by certificate; a charger is included.</p>`,
  'Phones & Tablets': `<h3>Checked by us</h3><ol><li>Not locked, not reported lost</li><li>Screen, cameras, buttons and radios tested</li><li>Battery measured; the figure is on the label</li></ol><p>You have <b>14 days</b> to change your mind and 12 months of warranty.</p>`,
  'Audio & Music': `<h3>Heard by us</h3><p>Every piece was played for an hour. Parts that touch ears or lips are new.</p>`,
  'Home & Kitchen': `<h3>Clean, really</h3><p>Taken apart, cleaned with food-safe agents and tested under load. Filters, seals and brushes are new where the facts say so.</p>`,
  'Photo & Video': `<h3>Looked through by us</h3><ul><li>No fungus, no haze, no dead pixels</li><li>Batteries hold at least 80% of their charge</li></ul><p>Sample pictures of your unit are sent on request.</p>`,
  Gaming: `<h3>Ready to play</h3><p>Reset, updated and cleaned inside. Accounts of former owners are removed; <b>online bans are checked</b>.</p>`,
  'Outdoor & Mobility': `<h3>Safe first</h3><p>Brakes, folds and locks were checked by a mechanic. Large items can be picked up at the store that is named here.</p>`,

  Lighting: `<h3>Works with</h3><p>Zigbee 3.0, Thread and Matter devices join the hub without another account; Wi-Fi ones need 2.4 GHz.</p><p><b>Tip</b>: leave the wall switch on, or add a scene remote.</p>`,
  Security: `<h3>Your pictures stay yours</h3><ul><li>Recordings are kept at home and encrypted</li><li>Everything works without a subscription</li></ul><p>Please mind the law: film your own ground only.</p>`,
  Climate: `<h3>What it saves</h3><p>Homes like yours save <b>8 to 14%</b> of the heat with room-by-room times. Fit it yourself in ten minutes; the app shows each step.</p>`,
  Energy: `<h3>Safety</h3><p>Never plug one switched socket into another. Work on fixed wiring belongs to an electrician.</p>`,
  Entertainment: `<h3>Privacy</h3><p>The mute switch cuts the microphones electrically. Without voice control, everything can be used from the app or by hand.</p>`,
  'Cleaning & Garden': `<h3>Wear parts</h3><p>Brushes, blades and filters are sold singly. The app counts hours and says when it is time.</p>`,
  'Network & Hubs': `<h3>Set-up</h3><ol><li>Plug it in and scan the code</li><li>Name the room</li><li>Done: updates come by themselves at night</li></ol>`,

  'Budget 1080p Build': `<h3>In this build</h3><p>Chosen to fit together: nothing is wasted on a part that the others cannot use. Expect <b>60 to 100 frames</b> in current games at 1080p.</p>`,
  'Balanced 1440p Build': `<h3>In this build</h3><p>The price at which everything feels quick. High settings at 1440p, quiet under load, and room for the next graphics card.</p>`,
  '4K Enthusiast Build': `<h3>In this build</h3><p>No compromise, but no waste either: each part earns its price at 4K. Plan a free day for the cables.</p>`,
  'Silent Workstation': `<h3>In this build</h3><p>Made for long days with a microphone in the room. <b>Below 18 dB</b> in normal work, measured at half a meter.</p>`,
  'Compact Mini-ITX Build': `<h3>In this build</h3><ul><li>Eleven liters, one handle</li><li>Check lengths twice: every millimeter is planned</li></ul>`,
  'Streaming & Content Studio': `<h3>In this build</h3><p>Plays, encodes and records at the same time. The sound comes first: viewers forgive a pixel, never a hum.</p>`,
  'Home Server & NAS': `<h3>In this build</h3><p>About <b>22 W</b> with sleeping drives. Start with two equal drives and add pairs later.</p>`,
  'White Showcase Build': `<h3>In this build</h3><p>Whites differ: these were put side by side in daylight before they got here.</p>`,
};
