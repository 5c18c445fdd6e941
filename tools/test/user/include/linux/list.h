/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_LIST_H
#define _LINUX_LIST_H

#include <linux/bits.h>
#include <linux/kernel.h>

#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }

static inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

static inline void __list_add(struct list_head *node, struct list_head *prev,
			      struct list_head *next)
{
	next->prev = node;
	node->next = next;
	node->prev = prev;
	prev->next = node;
}

static inline void list_add(struct list_head *node, struct list_head *head)
{
	__list_add(node, head, head->next);
}

static inline void list_add_tail(struct list_head *node,
				 struct list_head *head)
{
	__list_add(node, head->prev, head);
}

/* A deleted node's pointers are invalid, so that using them is detected. */
static inline void list_del(struct list_head *node)
{
	node->next->prev = node->prev;
	node->prev->next = node->next;
	node->next = NULL;
	node->prev = NULL;
}

static inline void list_move_tail(struct list_head *node,
				  struct list_head *head)
{
	list_del(node);
	list_add_tail(node, head);
}

static inline void list_bulk_move_tail(struct list_head *head,
				       struct list_head *first,
				       struct list_head *last)
{
	first->prev->next = last->next;
	last->next->prev = first->prev;
	first->prev = head->prev;
	head->prev->next = first;
	last->next = head;
	head->prev = last;
}

static inline void list_splice_between(struct list_head *list,
				       struct list_head *prev,
				       struct list_head *next)
{
	if (list_empty(list))
		return;

	prev->next = list->next;
	list->next->prev = prev;
	next->prev = list->prev;
	list->prev->next = next;
	INIT_LIST_HEAD(list);
}

static inline void list_splice_init(struct list_head *list,
				    struct list_head *head)
{
	list_splice_between(list, head, head->next);
}

static inline void list_splice_tail_init(struct list_head *list,
					 struct list_head *head)
{
	list_splice_between(list, head->prev, head);
}

#define list_entry(ptr, type, member)	container_of(ptr, type, member)
#define list_first_entry(head, type, member) \
	list_entry((head)->next, type, member)
#define list_next_entry(pos, member) \
	list_entry((pos)->member.next, typeof(*(pos)), member)

#define list_for_each(pos, head) \
	for (pos = (head)->next; pos != (head); pos = pos->next)

#define list_for_each_entry(pos, head, member)				\
	for (pos = list_first_entry(head, typeof(*pos), member);	\
	     &pos->member != (head); pos = list_next_entry(pos, member))

#define list_for_each_entry_safe(pos, n, head, member)			\
	for (pos = list_first_entry(head, typeof(*pos), member),	\
	     n = list_next_entry(pos, member);				\
	     &pos->member != (head);					\
	     pos = n, n = list_next_entry(n, member))

#endif
