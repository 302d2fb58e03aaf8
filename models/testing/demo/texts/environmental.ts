import type { SocietyText } from '../kinds.js';

export const environmental: readonly SocietyText[] = [
  {
    key: 'hikers',
    name: 'Wadi Hikers',
    category: 'Environmental',
    description: 'A new trail every second Friday. Wadi Rum at dusk, Ajloun in spring, Dana when we are brave.',
    tags: ['hiking', 'nature', 'camping', 'leave no trace'],
    rules: 'What we carry in, we carry out. Nobody walks alone. The leader decides when we turn back.',
    size: 388,
    pace: 1.4,
    arabic: 0.4,
    topics: [
      ['the Dana trail', 'مسار ضانا'],
      ['flash floods', 'السيول المفاجئة'],
      ['packing light', 'الحقيبة الخفيفة'],
      ['hiking boots', 'أحذية المشي'],
      ['wild herbs', 'الأعشاب البرية'],
      ['the Jordan Trail', 'درب الأردن'],
    ],
    places: [
      ['the gear room', 'غرفة العدة'],
      ['the kiosk by the stadium', 'الكشك عند الاستاد'],
      ['the geography hall', 'قاعة الجغرافيا'],
    ],
    headline:
      'طلعنا على رم الساعة 4 الفجر عشان هاي اللحظة. الصور كاملة عندي، اللي بده نسخة يكتب اسمه هون. والشكر لكل من حمل ماءً زيادة لغيره.',
    en: {
      ask: [
        'Which walk for [my parents|three first-years|a friend with a bad knee] on {day}: [Um Qais|the Ajloun reserve|Wadi Shuaib], and where does one get [real bread|good labaneh|tea] afterwards?',
        '[Trainers|Old boots|Sandals with straps] for [Wadi Mujib|Wadi bin Hammad|Ajloun] this month, or will I regret it by the [second|third] kilometre?',
        "Is the path to [Rasoun|the soap house|Feynan|Wadi Shuaib] still closed after [the rain|the rockfall|the landslide]? The sign says one thing, {friend}'s uncle another.",
      ],
      invite: [
        '{day}: [nine|twelve|fourteen] kilometres from [Rasoun|Dana|Um Qais|Iraq al-Amir], easy pace, one steep hour. Bus at [5:30|6:00] from the main gate. Bring [two|three] litres of water and a hat.',
        'Slow walk for beginners on {day}: [the forest of Ajloun|Wadi Shuaib|the olive groves of Um Qais], [three|four] hours, many stops, somebody who knows every herb. Meet at {time}.',
      ],
      recap: [
        '[Thirty-four|Twenty-seven|Forty-one] of us in [Wadi Rum|Dana|Ajloun|Wadi Ghweir] on {past}. [One|Two] blisters, no lost people, [three|five] bags of rubbish carried out that were not ours.',
        'We turned back on {past} [an hour before the end|at the second waterfall]: clouds over [Karak|Madaba], and flash floods are not a joke. Nobody complained, and I am proud of that.',
      ],
      share: [
        'What was in my bag on {past} and what I really used: [water, knife, scarf|water, bread, a headlamp|half of it]. The other [three|four] kilos stay at home next time.',
        'The shepherd near [Dana|Rasoun|Iraq al-Amir] says the spring is [full again|dry until January|fine to drink from]. His tea is also fine.',
        'GPS track, water points and shade for [the Dana trail|Wadi Ghweir|the stretch north of Ajloun] are tidy now. Print it; there is no signal after [the bridge|the spring|the second gate].',
      ],
      need: [
        'One more leader needed for {day}: [twelve|nine] beginners, an easy trail, a radio. If you have walked [Dana|Ajloun|Um Qais] twice, you know enough.',
        '[Two|Three] sleeping bags and a [stove|headlamp] missing for {day}. If yours is at home doing nothing, it could see [Rum|the stars|Dana].',
      ],
    },
    ar: {
      ask: [
        'أي مسار لـ[أهلي|أصحاب سنة أولى|صديق ركبته بتوجعه] يوم {day}: [أم قيس|محمية عجلون|وادي شعيب]؟ ووين في [خبز طابون|لبنة بلدية] بعده؟',
        '[بوط رياضي|حذاء قديم|صندل] بكفي لـ[وادي الموجب|وادي بن حماد|عجلون] هالأيام، ولا بندم من [ثاني|ثالث] كيلو؟',
      ],
      invite: [
        'مسار يوم {day}: [تسعة|اثنا عشر] كيلو من [راسون|ضانا|أم قيس|عراق الأمير]، مشي مريح مع طلوع ساعة. الباص [5:30|6:00] من البوابة الرئيسية، و[لترين|ثلاثة لترات] مي لكل واحد.',
      ],
      recap: [
        'رجعنا يوم {past} قبل النهاية بساعة: غيوم فوق [الكرك|مادبا] والسيل ما بمزح. ولا حدا تذمر، وهاد أحلى شي.',
        'كنا [أربعة وثلاثين|سبعة وعشرين] في [رم|ضانا|عجلون|وادي غوير] يوم {past}. رجعنا بـ[ثلاثة|خمسة] أكياس زبالة مش إلنا، وبقلوب أوسع.',
      ],
      share: [
        'هاي كل اللي كان بحقيبتي يوم {past} وهاي اللي استعملته فعلًا: [مي وسكين وشماغ|مي وخبز وكشاف]. الباقي [ثلاثة|أربعة] كيلو بضلوا بالبيت.',
        'رتبت نقاط المي والظل على [مسار ضانا|وادي غوير|درب عجلون]. اطبعوها قبل الطلعة لأنه ما في تغطية بعد [الجسر|النبعة].',
      ],
      need: ['ناقصنا [كيسين نوم|غاز تخييم|كشاف راس] ليوم {day}. اللي عنده بالبيت وما بستعمله، خليه يشوف [رم|النجوم] معنا.'],
    },
    events: [
      ['Wadi Rum Star Camp', 'Social', 'One night under the rock bridge. Tents are shared, the fire is small, the silence is large.'],
      ['مسار الصابون: راسون إلى عرجان', 'Social', 'تسعة كيلومترات بين البلوط والزيتون، وغداء عند سيدات القرية.'],
      ['First Aid on the Trail', 'Training', 'Ankles, heat, snakes, and when to call. With the First Aid Team.'],
      ['تنظيف وادي السير', 'Fundraiser', 'قفازات وأكياس وغداء. كل كيس يزرع شجرة مع شركائنا.'],
      ['Map and Compass', 'Workshop', 'Phones off. You find your way from the stadium to a pot of tea.'],
    ],
  },
  {
    key: 'green',
    name: 'السطح الأخضر',
    category: 'Environmental',
    description: 'حديقة على سطح كلية الزراعة: نعناع وبندورة ونحل. كل من يسقي يقطف.',
    tags: ['زراعة', 'تدوير', 'نحل'],
    size: 126,
    pace: 0.6,
    arabic: 0.66,
    topics: [
      ['compost', 'السماد العضوي'],
      ['drip irrigation', 'الري بالتنقيط'],
      ['bees', 'النحل'],
      ['seeds from the baladi market', 'البذور البلدية'],
      ['rain barrels', 'براميل المطر'],
      ['sorting rubbish', 'فرز النفايات'],
    ],
    places: [
      ['the roof garden', 'حديقة السطح'],
      ['the seed room', 'غرفة البذور'],
      ['the compost corner', 'زاوية السماد'],
    ],
    en: {
      ask: [
        'The [mint|tomatoes|basil] in {place} [turned yellow|has spots|sulks] since {past}. Too much water, too little, or [the wind|the pigeons]?',
      ],
      invite: ['Planting on {day}, {time}, {place}: [broad beans|spinach|garlic]. Old clothes, open shoes at your own risk.'],
      recap: [
        '[Eleven|Eighteen|Seven] kilos of [tomatoes|mint|chard] on {past}, half to the kitchen of Giving Hands, half to [whoever was there|the guards].',
      ],
      share: [
        'How we did [drip irrigation|our rain barrels|the compost box] with [plastic bottles|an old hose|barrels from Sahab], for under [six|ten] dinars. The drawing hangs in {place}.',
      ],
      need: ['The plants need water on {day} and {friend} is away. Who can spend [twenty|thirty] minutes at {place} around {time}?'],
    },
    ar: {
      ask: [
        '[النعنع|البندورة|الريحان] في {place} [اصفرّ|ذبل|صار عليه بقع] من {past}. مي كثير ولا قليل، ولا [الهوا|الحمام]؟',
        'شو نزرع هالفصل: [فول|سبانخ|ثوم] ولا [خس|بقدونس]؟ الأحواض الفاضية [أربعة|خمسة]، واللي بصوّت لازم يسقي.',
      ],
      invite: [
        'زراعة يوم {day} الساعة {time} في {place}: [فول|سبانخ|ثوم]. ملابس قديمة، و[الشاي بالنعنع|الفطور] علينا.',
        'درس قصير عن {topic} يوم {day}، {time}، {place}. بنجرب بإيدينا، مش على اللوح.',
      ],
      recap: ['قطفنا يوم {past} [أحد عشر|ثمانية عشر|سبعة] كيلو [بندورة|نعنع|سلق]، نصها لمطبخ أيادٍ معطاءة والنص [للحراس|لكل من حضر].'],
      share: [
        'عملنا [الري بالتنقيط|براميل المطر|صندوق السماد] بـ[قناني بلاستيك|بربيش قديم|براميل من سحاب] وبأقل من [عشرة|ستة] دنانير. الرسمة في {place}.',
      ],
      need: ['الزرع عطشان يوم {day} و{friend} مسافر. مين بقدر يسقي [ثلث|نص] ساعة في {place} الساعة {time}؟'],
    },
    events: [
      ['يوم الزراعة الشتوية', 'Workshop', 'فول وثوم وسبانخ. كل مشارك يأخذ شتلة ومسؤولية.'],
      ['Honey Morning', 'Social', 'We open one hive, taste three honeys, and nobody runs.'],
      ['من النفايات إلى سماد', 'Training', 'صندوق صغير للشرفة، وما يدخل فيه وما لا يدخل.'],
      ['Swap Seeds', 'Meetup', 'Baladi seeds from five villages. Bring an envelope and the story of the plant.'],
      ['سوق السطح', 'Fundraiser', 'نعناع وزعتر وعسل من فوق رؤوسكم. الريع لبراميل المطر.'],
    ],
  },
];
