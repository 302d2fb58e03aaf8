import type { SocietyText } from '../kinds.js';

export const social: readonly SocietyText[] = [
  {
    key: 'newcomers',
    name: 'Newcomers Table',
    category: 'Social',
    description: 'New on campus, from Aqaba or from abroad? A long table every Sunday where nobody has to know anybody.',
    tags: ['first year', 'exchange students', 'food'],
    size: 312,
    pace: 1,
    arabic: 0.3,
    topics: [
      ['finding a room', 'إيجاد سكن'],
      ['bus routes', 'خطوط الباصات'],
      ['homesickness', 'الحنين إلى البيت'],
      ['cheap lunches', 'وجبات رخيصة'],
      ['registration week', 'أسبوع التسجيل'],
      ['Amman on foot', 'عمّان مشيًا'],
    ],
    places: [
      ['the canteen', 'الكافتيريا'],
      ['the glass café', 'المقهى الزجاجي'],
      ['the student centre', 'مركز الطلبة'],
    ],
    en: {
      ask: [
        'What do you call [the small stove|the late bus|this bread] here? At home it is something else, and the shop owner [laughed|brought me a lamp].',
        'Where do you [get a SIM card|print forty pages|buy a warm blanket|find a barber who listens] near [the north gate|Jubeiha|the dorms] without paying [the newcomer price|double]?',
        'Which bus goes from [Tabarbour|the 7th circle|Sweileh|Mahatta] to [the main gate|the medical faculty] before eight? I trust people more than [the app|the sign].',
      ],
      invite: [
        'Walk from [the first circle|Weibdeh|Rainbow Street] down to the [market|theatre] on {day} at {time}. We start in {place}, and nobody has to know the way.',
        'Long table in {place} on {day} at {time}. If you know nobody, look for the [blue scarf|paper sign|loud laugh]. Bring an appetite and [a word in your dialect|a photo of your town|one song].',
      ],
      recap: [
        'My first [Friday lunch|wedding|Eid] away from home was on {past}, at the house of {friend}. I was given [three|four] plates and a nickname.',
        '[Twenty-three|Thirty|Seventeen] people and [nine|eleven|six] home towns in {place} on {past}. We learnt how [tea|bread|"never mind"] is said in [four|five] places, and {friend} found a flatmate.',
      ],
      share: [
        'My list about {topic} after [two months|one semester|three wrong buses] here: addresses, prices, and what to say at the door. Ask and I read it to you over tea.',
      ],
      need: [
        '{friend} arrives from [Aqaba|Tunis|Kuala Lumpur|Ankara|Hebron] on {day}. Can somebody with a car come along to the [bus station|airport] around {time}?',
      ],
    },
    ar: {
      ask: [
        'وين بلاقي [طباعة رخيصة|غرفة للإيجار|حلاق شاطر|مكان هادي للدراسة] قريب من [البوابة الشمالية|الجبيهة|السكن]؟ أنا جديد هون و[ضعت مرتين|لسا بتعلم].',
      ],
      invite: ['طاولتنا يوم {day} الساعة {time} في {place}. اللي ما بعرف حدا يدوّر على [الشال الأزرق|الورقة الصفرا]، وبصير يعرف الكل.'],
      recap: [
        'كنا [ثلاثين|عشرين] شخصًا من [تسع|سبع] مدن يوم {past} في {place}. تعلمنا كيف ينقال [الشاي|الخبز] بكل لهجة، والضحك كان [من القلب|للركب].',
      ],
      share: ['كتبت كل اللي تعلمته عن {topic} بأول [شهرين|فصل]: عناوين وأسعار ونصايح صغيرة. اللي محتاج يسألني.'],
      need: ['صديقتنا {sister} واصلة من [العقبة|الخليل|تونس] يوم {day}. مين معه سيارة ويستقبلها معنا الساعة {time}؟'],
    },
    events: [
      ['Long Table Sunday', 'Social', 'Lunch with whoever comes. One dish each if you can, none if you cannot.'],
      ['جولة تعريفية في الحرم', 'Meetup', 'من المكتبة إلى المسجد إلى أرخص فلافل. ساعة واحدة مع طلبة سنة ثالثة.'],
      ['Amman by Bus', 'Social', 'Five lines, three transfers, one day ticket each. You will never need a taxi to Abdali again.'],
      ['Dialects Evening', 'Cultural', 'Ten people, ten ways to say the same thing. Winner is whoever made the room laugh most.'],
      ['أسئلة السكن والعقود', 'Seminar', 'ماذا تسأل قبل أن تدفع التأمين. بالتعاون مع حلقة الحقوق.'],
    ],
  },
  {
    key: 'dorm',
    name: 'ديوانية السكن',
    category: 'Social',
    description: 'أخبار السكن الجامعي وسهراته: مين بده شاي، مين بده يطبخ، ومين فقد شاحنه مرة ثانية.',
    tags: ['سكن', 'سهرات', 'طبخ'],
    size: 228,
    pace: 1.1,
    arabic: 0.86,
    topics: [
      ['the third floor kitchen', 'مطبخ الطابق الثالث'],
      ['quiet hours', 'ساعات الهدوء'],
      ['the washing machines', 'الغسالات'],
      ['heating', 'التدفئة'],
      ['Thursday cooking', 'طبخة الخميس'],
      ['the shared fridge', 'الثلاجة المشتركة'],
    ],
    places: [
      ['the common room', 'الصالة المشتركة'],
      ['the third floor kitchen', 'مطبخ الطابق الثالث'],
      ['the courtyard', 'ساحة السكن'],
    ],
    en: {
      ask: ['Whose [grey charger|blue pan|left slipper] is this in {place}? It has been lonely since {past}.'],
      invite: [
        'We cook [maqlouba|mansaf for students, so with chicken|mujaddara] in {place} on {day}, {time}. One dinar each, or [bring yoghurt|wash up].',
      ],
      recap: [
        '[Twenty|Twenty-five] plates of [maqlouba|mujaddara] on {past}, and the pot turned over in one piece. {friend} cried a little.',
      ],
      share: ['The timetable for {topic} hangs in {place} now. Pencil, not pen.'],
      need: ['Does anybody have [a drill|a big pot|an iron] for an hour on {day}? It comes back clean.'],
    },
    ar: {
      ask: [
        'لمين [الشاحن الرمادي|الطنجرة الزرقا|الشبشب اليمين] اللي في {place}؟ صاحبه ناسيه من {past}.',
        'الغسالة [الثانية|اللي عند الشباك] [بتصفّر|بتمشي لحالها|بتاكل الجوارب]. صارت مع حدا غيري ولا أنا المقصود؟',
      ],
      invite: [
        'طبخة هالأسبوع [مقلوبة|مجدرة|منسف على قد الحال] في {place} يوم {day} الساعة {time}. [دينار من كل واحد|اللي ما بدفع بجلي].',
        'سهرة [شدة|أفلام|شاي وزعتر] يوم {day} الساعة {time} في {place}. الكراسي محدودة، والأرض واسعة.',
      ],
      recap: [
        'رجعت الكهربا يوم {past} بعد [ساعة|ساعتين]، وطلع عنا [عازف عود|حكواتي|ثلاث طباخين] وما حدا كان يعرف.',
        'طلعت [المقلوبة|المجدرة] يوم {past} قطعة وحدة، وصفّق لها [عشرون|خمسة وعشرون] شاهدًا. تسلم إيدين {friend}.',
      ],
      share: [
        'تجربة شخصية: [الصوبة على الدرجة الثانية بتكفي|أحسن وقت للغسيل بعد الفجر|الزعتر بخلي الغرفة أدفى]. جرّبوا وادعوا لي.',
        'جدول {topic} صار معلق في {place}. بالرصاص رجاءً، مش بالحبر، و[اللي بمحي غيره بجلي أسبوع|الأدب قبل الدور].',
      ],
      need: ['مين عنده [دريل|طنجرة كبيرة|مكوى|مفك صغير] أستعيره ساعة يوم {day}؟ برجع نضيف ومعه [حبة شوكولاتة|دعوة شاي].'],
    },
    events: [
      ['مقلوبة الخميس الكبيرة', 'Social', 'طنجرة واحدة وأربعون صحنًا. التسجيل عشان نعرف كم دجاجة.'],
      ['بطولة الشدة', 'Competition', 'طرنيب، فرق من اثنين، والخاسر يصنع الشاي للجميع.'],
      ['اجتماع الطابق الثالث', 'Meeting', 'المطبخ، والغسالات، وساعات الهدوء. نصف ساعة لا أكثر، ونصوّت برفع الأيدي.'],
      ['Film Night in the Courtyard', 'Social', 'A sheet, a projector, blankets. The film is chosen by vote an hour before.'],
      ['سوق الأغراض المستعملة', 'Fundraiser', 'كتب ومدافئ وكراسي. ما لا يُباع يذهب إلى أيادٍ معطاءة.'],
    ],
  },
];
